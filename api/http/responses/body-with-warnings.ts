import { isDeepStrictEqual } from 'node:util';
import { fieldHint } from '../../../runner/domain/field-hint.ts';
import type { JsonReply, Route } from '../../openapi/route.ts';
import { unknownFields, type UnknownField } from '../../openapi/unknown-fields.ts';
import { answerWarning, shownName, type AnswerWarning } from '../../openapi/warnings.ts';

const MAX_WARNINGS = 100;

/**
 * Adds `warnings` to a response body: those of the route, and one for each unknown field of the request.
 * Without warnings the body is unchanged.
 * @param sent the body of the request
 */
export function bodyWithWarnings(route: Route, sent: unknown, reply: JsonReply): unknown {
  const { body } = reply;
  if (!isObject(body) || reply.status >= 300) return body;
  const warnings = collect([ignoredFields(route, sent, body), reply.warnings ?? []]);
  return warnings.length === 0 ? body : { ...body, warnings };
}

/** Unknown fields that the answer to a bad request names. */
const MAX_NAMED = 3;

/**
 * The first fields of a body that creates a record and that the route does not know. A misspelt field is often
 * why another one is missing. A change may send a whole record back, with fields that it cannot set.
 */
export function ignoredFieldsOf(route: Route, sent: unknown): readonly AnswerWarning[] {
  return route.method === 'post' ? collect([ignoredFields(route, sent, {})], MAX_NAMED) : [];
}

function collect(sources: readonly Iterable<AnswerWarning>[], max = MAX_WARNINGS): AnswerWarning[] {
  const warnings: AnswerWarning[] = [];
  for (const source of sources) {
    for (const warning of source) {
      if (warnings.length === max) return warnings;
      warnings.push(warning);
    }
  }
  return warnings;
}

function* ignoredFields(route: Route, sent: unknown, answer: object): Generator<AnswerWarning> {
  const schema = route.request?.body;
  if (schema === undefined) return;
  for (const unknown of unknownFields(schema, sent)) {
    const warning = warningFor(unknown, sent, answer);
    if (warning !== null) yield warning;
  }
}

/** @returns null for a field that repeats the response, and for a timestamp of the record */
function warningFor(
  { path, known }: UnknownField,
  sent: unknown,
  answer: object,
): AnswerWarning | null {
  const field = shownName(path.join('.'));
  const name = String(path.at(-1));
  if (path.length > 1 || !Object.hasOwn(answer, name)) {
    const message = `There is no field "${field}". ${fieldHint(name, known)} It is ignored.`;
    return answerWarning('unknown_field', message, { field });
  }
  const isEcho = isDeepStrictEqual(Reflect.get(sent as object, name), Reflect.get(answer, name));
  if (isEcho || name.endsWith('_at')) return null;
  const message = `"${field}" cannot be set by this request. It is ignored.`;
  return answerWarning('read_only_field', message, { field });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
