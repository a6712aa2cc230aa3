import { isFailure, FAILURE_KEYS, SUCCESS_KEYS } from './page-failure.ts';

/** Texts at "status" that say that an answer has no records. */
const FAILED = /^(?:error|fail|failed|failure)$/i;
/** What says by true that rows are missing. */
const PARTIAL_KEYS = [
  'incomplete_results',
  'incompleteResults',
  'incomplete',
  'partial',
  'is_partial',
  'isPartial',
  'partial_results',
  'partialResults',
  'timed_out',
  'timedOut',
];
/** The letters of keys that only say why there is no answer. */
const REASONS = new Set(
  'error errors errormessage errorcode errordescription message msg code status statuscode ok success detail details title type instance reason requestid traceid timestamp path documentationurl help'.split(
    ' ',
  ),
);

type Values = Readonly<Record<string, unknown>>;

/** The key at which an answer says that it failed; null: none. */
export function failureKey(answer: object): string | null {
  const values: Values = { ...answer };
  const failed = FAILURE_KEYS.find((key) => key in values && saysFailure(values[key]));
  const unsuccessful = SUCCESS_KEYS.find((key) => values[key] === false);
  const { status } = values;
  const isFailed = typeof status === 'string' && FAILED.test(status);
  return failed ?? unsuccessful ?? (isFailed ? 'status' : null);
}

/** A number may be a count of failures, and a code of success may stand where those of failures do. */
function saysFailure(value: unknown): boolean {
  if (typeof value === 'number' || !isFailure(value)) return false;
  return !(typeof value === 'object' && value !== null && 'code' in value && isSuccess(value.code));
}

function isSuccess(code: unknown): boolean {
  return ['0', '200'].includes(String(code));
}

/** The key at which an answer with rows says that others are missing; null: none. */
export function partialKey(answer: object): string | null {
  const values: Values = { ...answer };
  const partial = PARTIAL_KEYS.find((key) => values[key] === true);
  return partial ?? (failedShards(values) ? '_shards.failed' : failureKey(answer));
}

/** Search engines answer with the rows of the parts that did not fail. */
function failedShards({ _shards: shards }: Values): boolean {
  if (typeof shards !== 'object' || shards === null || !('failed' in shards)) return false;
  return typeof shards.failed === 'number' && shards.failed > 0;
}

/** Whether an answer has nothing but the reason why it failed. */
export function isOnlyFailure(answer: object): boolean {
  return Object.entries(answer).every(
    ([key, value]) => value === null || REASONS.has(key.toLowerCase().replaceAll(/[^a-z]/g, '')),
  );
}
