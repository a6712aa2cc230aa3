/**
 * Builders of Python code. Each returns an expression, or a statement, on one line. They do not lay out
 * code: `formatCode` breaks what is longer than a line and adds the parentheses and trailing commas that this
 * needs.
 */

import { isIdentifier } from './identifier.ts';
import { pythonText } from './python-literal.ts';

/** A named argument, or an entry of a dict: a name and the code of its value. */
export type NamedCode = readonly [name: string, code: string];

/**
 * Returns `callee(arg, …)`.
 * @param args positional arguments and, from `keyword` or `keywords`, named ones
 */
export function call(callee: string, args: readonly string[] = []): string {
  return `${callee}(${args.join(', ')})`;
}

/**
 * Returns `receiver.link.link`, which the printer writes with one link per line if it is long.
 * @param receiver a name, call or subscript; other code needs its own parentheses
 * @param links attributes or calls, such as `call('head', ['3'])`
 */
export function chain(receiver: string, links: readonly string[]): string {
  return [receiver, ...links].join('.');
}

/** Returns `receiver[index]`. */
export function subscript(receiver: string, index: string): string {
  return `${receiver}[${index}]`;
}

/** Returns the argument `name=code`; the name is a parameter of the function, never a person's text. */
export function keyword(name: string, code: string): string {
  return `${name}=${code}`;
}

/**
 * Returns arguments with the names of columns: `total=code` for a name that is an identifier, `**{…}` around
 * the others. The order is kept.
 */
export function keywords(entries: readonly NamedCode[]): readonly string[] {
  const isOther = ([name]: NamedCode): boolean => !isIdentifier(name);
  const first = entries.findIndex(isOther);
  if (first === -1) return entries.map(([name, code]) => keyword(name, code));
  const end = entries.findLastIndex(isOther) + 1;
  return [
    ...keywords(entries.slice(0, first)),
    `**${dict(entries.slice(first, end))}`,
    ...keywords(entries.slice(end)),
  ];
}

/** Returns `[item, …]`. */
export function list(items: readonly string[]): string {
  return `[${items.join(', ')}]`;
}

/** Returns `(item, …)`, with the comma that a tuple of one item needs. */
export function tuple(items: readonly string[]): string {
  return items.length === 1 ? `(${items.join('')},)` : `(${items.join(', ')})`;
}

/** Returns `{"name": code, …}`. The entries are pairs, since an object would reorder numeric names. */
export function dict(entries: readonly NamedCode[]): string {
  return `{${entries.map(([name, code]) => `${pythonText(name)}: ${code}`).join(', ')}}`;
}

/** Returns the statement `target = code`. */
export function assign(target: string, code: string): string {
  return `${target} = ${code}`;
}
