/** Returns the first of any number of arguments. @throws TypeError without arguments */
export function head<T>(args: readonly T[]): T {
  const [first] = args;
  if (first === undefined) throw wrongCount(1, 0);
  return first;
}

/** Returns the only argument. @throws TypeError for another number of arguments */
export function one<T>(args: readonly T[]): T {
  const [first] = args;
  if (first === undefined || args.length !== 1) throw wrongCount(1, args.length);
  return first;
}

/** Returns two arguments. @throws TypeError for another number of arguments */
export function two<T>(args: readonly T[]): readonly [T, T] {
  const [first, second] = args;
  if (first === undefined || second === undefined || args.length !== 2) {
    throw wrongCount(2, args.length);
  }
  return [first, second];
}

/** Returns three arguments. @throws TypeError for another number of arguments */
export function three<T>(args: readonly T[]): readonly [T, T, T] {
  const [first, second, third] = args;
  if (first === undefined || second === undefined || third === undefined) {
    throw wrongCount(3, args.length);
  }
  return [first, second, third];
}

function wrongCount(expected: number, actual: number): TypeError {
  return new TypeError(`Expected ${expected} arguments, got ${actual}.`);
}
