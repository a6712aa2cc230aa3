import type { PythonContext } from '../../python/python-context.ts';
import { escapedText, pythonText } from '../../python/python-literal.ts';

/** What SQLAlchemy would read as a value of a text, as its own expression has it. */
const BIND = /(?<![:\w\\]):(?=\w+(?!:))/g;

/**
 * The text of a statement for `sqlalchemy.text`, in which `:name` is a value.
 * @param texts the texts between the values: one more than there are values
 */
export function boundText(texts: readonly string[], names: readonly string[]): string {
  return texts.map((text, place) => `${escapedColons(text)}${bindOf(names[place])}`).join('');
}

/** The text of a statement for DuckDB, in which `$name` is a value. */
export function dollarText(texts: readonly string[], names: readonly string[]): string {
  return texts
    .map((text, place) => (names[place] === undefined ? text : `${text}$${names[place]}`))
    .join('');
}

function bindOf(name: string | undefined): string {
  return name === undefined ? '' : `:${name}`;
}

function escapedColons(text: string): string {
  return text.replaceAll('\\:', '\\\\:').replaceAll(BIND, '\\:');
}

/** Adds a query to the script as a constant in lines of its own. @returns the name of the constant */
export function queryConstant(python: PythonContext, query: string): string {
  const lines = escapedText(query.trim()).replaceAll('\\n', '\n').replaceAll('\\"', '"');
  const isBroken = lines.includes('"""') || /\\(?=\n|$)/m.test(lines) || /[ \t]$/m.test(lines);
  const text = isBroken ? pythonText(query) : `"""\n${lines}\n"""`;
  return python.define(`${python.target.toUpperCase()}_QUERY`, (name) => `${name} = ${text}`);
}
