import { randomUUID } from 'node:crypto';
import { pythonLiteral } from '../python/python-literal.ts';
import type { Operation } from './operation.ts';
import { atom, conversionEmitter } from './python-code.ts';

/** The keys of an operation by its number of arguments. */
const KEYS = new WeakMap<Operation, Map<number, string>>();

/**
 * A text that identifies what an operation does, also if it was made for the values of a config. It is made
 * of the operation's Python code, since scripts return the same values as the engines. An operation without
 * Python code equals only itself.
 */
export function operationKey(operation: Operation, args: number): string {
  const known = KEYS.get(operation) ?? new Map<number, string>();
  const key = known.get(args) ?? describe(operation, args);
  KEYS.set(operation, known.set(args, key));
  return key;
}

function describe(operation: Operation, args: number): string {
  const { name, type, nan, series, fails, divides } = operation;
  const facts = [name, type, nan, series, fails, divides].map(String);
  return JSON.stringify([...facts, ...(pythonOf(operation, args) ?? [randomUUID()])]);
}

/** The Python code of both libraries, with its imports and helpers; null when there is none. */
function pythonOf(operation: Operation, args: number): readonly string[] | null {
  const heads = new Set<string>();
  const emitter = conversionEmitter({
    literal: pythonLiteral,
    import: (statement) => heads.add(statement),
    helper: (name, source) => heads.add(`${name}: ${source}`),
  });
  const places = Array.from({ length: args }, (_, index) => atom(`argument_${index}`));
  try {
    const pandas = operation.pandas(places, emitter).text;
    const polars = operation.pythonPolars(places, emitter).text;
    return [pandas, polars, ...heads];
  } catch {
    return null;
  }
}
