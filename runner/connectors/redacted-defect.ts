import { errorCode } from '../domain/error-code.ts';
import { errorMessage } from '../domain/error-message.ts';
import { redact, type Confidential } from './redact.ts';

/** Bounds of what the log has of a defect. */
const MAX_ERRORS = 8;
const MAX_STACK_CHARS = 10_000;

/**
 * A copy of a defect for the log, without the secret: its name, message and code, and a stack with the stacks of its
 * causes. Drivers keep requests, headers and options in other properties, so it has no others.
 */
export function redactedDefect(error: unknown, confidential: Confidential): Error {
  const stacks = withCauses(error).map((one) =>
    redact(stackOf(one), confidential).slice(0, MAX_STACK_CHARS),
  );
  const copy = new Error(redact(errorMessage(error), confidential));
  const own = (value: string): PropertyDescriptor => ({
    value,
    configurable: true,
    writable: true,
  });
  if (error instanceof Error) Object.defineProperty(copy, 'name', own(error.name));
  Object.defineProperty(copy, 'stack', own(stacks.join('\nCaused by: ')));
  const code = errorCode(error);
  return code === undefined ? copy : Object.assign(copy, { code: redact(code, confidential) });
}

/** An error, its causes and the errors that it gathers, the nearest first. */
function withCauses(error: unknown): readonly unknown[] {
  const found = new Set([error]);
  for (const one of found) {
    if (found.size >= MAX_ERRORS) break;
    if (!(one instanceof Error)) continue;
    if (one.cause !== undefined && one.cause !== null) found.add(one.cause);
    if (one instanceof AggregateError)
      one.errors.slice(0, MAX_ERRORS).forEach((each) => found.add(each));
  }
  return [...found].slice(0, MAX_ERRORS);
}

function stackOf(error: unknown): string {
  const stack = error instanceof Error ? error.stack : undefined;
  return typeof stack === 'string' && stack !== '' ? stack : errorMessage(error);
}
