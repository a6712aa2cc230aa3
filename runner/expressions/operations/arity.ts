import type { PythonCode } from '../python-code.ts';

/** The first argument of any number. */
export function head<T>(args: readonly T[]): T {
  const [first] = args;
  if (first === undefined) throw wrongCount(1, 0);
  return first;
}

/** The only argument. @throws TypeError when the checker built a call with another number */
export function one<T>(args: readonly T[]): T {
  const [first] = args;
  if (first === undefined || args.length !== 1) throw wrongCount(1, args.length);
  return first;
}

export function two<T>(args: readonly T[]): readonly [T, T] {
  const [first, second] = args;
  if (first === undefined || second === undefined || args.length !== 2) {
    throw wrongCount(2, args.length);
  }
  return [first, second];
}

export function three<T>(args: readonly T[]): readonly [T, T, T] {
  const [first, second, third] = args;
  if (first === undefined || second === undefined || third === undefined) {
    throw wrongCount(3, args.length);
  }
  return [first, second, third];
}

export function twoCodes(args: readonly PythonCode[]): readonly [PythonCode, PythonCode] {
  return two(args);
}

function wrongCount(wanted: number, found: number): TypeError {
  return new TypeError(`Expected ${wanted} arguments, got ${found}.`);
}
