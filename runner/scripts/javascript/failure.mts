/** The name of the script of the user in stacks. */
export const FILE = 'script';

/** Of the message and of the traceback in a report. */
const MAX_REPORTED_CHARS = 20_000;
const MAX_NAMED = 5;

/** A mistake in the result of a script. Its message is for the user. */
export class ResultError extends Error {}

/** A value that is not what it should be, as in `It returned a number`. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing: end it with "return rows"';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

/** The error of a result that is neither rows nor columns. */
export function otherResult(result: unknown): ResultError {
  const returned =
    typeof result === 'object' && result !== null ? describeObject(result) : describe(result);
  return new ResultError(
    `The script must return an array of rows or an object of columns. It returned ${returned}.`,
  );
}

function describeObject(value: object): string {
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  const name = tag === 'Object' ? classOf(value) : tag;
  if (Symbol.iterator in value) return `${named(name)}: make an array of it by Array.from()`;
  if (Symbol.asyncIterator in value) {
    return `${named(name)}: make an array of it by Array.fromAsync()`;
  }
  return name === 'Object' ? 'an object without columns' : named(name);
}

/** The name of the class of an object. One without a prototype, or of a class without a name, is an Object. */
export function classOf(value: object): string {
  const constructor: unknown = value.constructor;
  return typeof constructor === 'function' && constructor.name !== '' ? constructor.name : 'Object';
}

function named(name: string): string {
  return `${/^[AEIOU]/i.test(name) ? 'an' : 'a'} ${name}`;
}

/** What the runner shows of a failed script. */
interface Failure {
  readonly message: string;
  /** The line of the script. */
  readonly line: number | null;
  readonly traceback: string;
}

/**
 * Describes, within bounds, why a script failed.
 * @param bigintColumns the columns of the input with bigints, for advice
 */
export function reportedFailure(error: unknown, bigintColumns: () => readonly string[]): Failure {
  const { message, line, traceback } = described(error, bigintColumns);
  const start = (text: string): string => text.slice(0, MAX_REPORTED_CHARS);
  return { message: start(message), line, traceback: start(traceback) };
}

function described(error: unknown, bigintColumns: () => readonly string[]): Failure {
  if (error instanceof ResultError) return { message: error.message, line: null, traceback: '' };
  if (!(error instanceof Error)) {
    return { message: `Thrown: ${textOf(error)}`, line: null, traceback: '' };
  }
  const frames = textOf(error.stack).split('\n');
  const own = frames.filter((line) => /\bscript:\d+/.test(line));
  if (own.length === 0 && frames.some((line) => line.includes(import.meta.dirname))) {
    return { message: BROKEN, line: null, traceback: '' };
  }
  const line = /\bscript:(\d+)/.exec(own[0] ?? '')?.[1];
  const text = textOf(error.message).split('\n', 1)[0] ?? '';
  const message = `${textOf(error.name)}: ${text}${bigintAdvice(text, bigintColumns)}`;
  const traceback = [message, ...own].join('\n');
  return { message, line: line === undefined ? null : Number(line), traceback };
}

/** Of an error in the code that reads the result, which a script causes only so. */
const BROKEN =
  'The result cannot be read, since the script changed a built-in object or function, such as Array.prototype.map. Leave those as they are.';

/** A value as text, whatever the script made of it. */
function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'an object without a text';
  }
}

/** What to do about an error that a bigint of the input causes; empty for other errors. */
function bigintAdvice(message: string, bigintColumns: () => readonly string[]): string {
  if (!message.includes('BigInt')) return '';
  const names = bigintColumns().map((name) => `"${name}"`);
  if (names.length === 0) return '';
  return `. Integers beyond 2^53 are bigint, such as some of ${names.slice(0, MAX_NAMED).join(', ')}: write 2n for 2, or convert them by Number(), which rounds`;
}
