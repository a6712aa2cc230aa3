import { withArticle } from '../../../runner/domain/with-article.ts';
import { z } from 'zod';
import type { ValidationIssue } from '../errors.ts';

/** The part of the request that a schema was applied to. */
export type RequestPart = 'body' | 'query' | 'path' | 'header';

type Issue = z.core.$ZodIssue;
type Phrase = Pick<ValidationIssue, 'msg' | 'type'>;

export type PartResult =
  | { readonly data: unknown; readonly issues: null }
  | { readonly issues: readonly ValidationIssue[] };

/**
 * Parses a part of a request with its schema and converts the issues of zod to those of the API. Their
 * texts name the rule and never the value, which can be a secret.
 */
export function parsePart(part: RequestPart, schema: z.ZodType, input: unknown): PartResult {
  const parsed = schema.safeParse(input, { error: markInteger });
  if (parsed.success) return { data: parsed.data, issues: null };
  const issues = parsed.error.issues.flatMap((issue) => {
    const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
    const value = valueAt(input, path);
    const loc = [part, ...path];
    return value !== undefined && issue.code === 'invalid_union'
      ? unionIssues(loc, issue)
      : [{ loc, ...phrase(part, issue, value) }];
  });
  return { issues };
}

/** A value that matches no type of a union has one issue for each type, located at the name of the type. */
function unionIssues(
  loc: readonly (string | number)[],
  issue: z.core.$ZodIssueInvalidUnion,
): ValidationIssue[] {
  return issue.errors.flat().map((inner) => {
    const expected = inner.code === 'invalid_type' ? expectedType(inner) : inner.code;
    return {
      loc: [...loc, TYPE_NAMES[expected] ?? expected],
      ...(TYPE_PHRASES[expected] ?? INVALID_FORM),
    };
  });
}

/** The names of types in the locations of union issues. */
const TYPE_NAMES: Readonly<Record<string, string>> = { string: 'str', boolean: 'bool' };

/** zod reports "number" for an expected integer, so the error map marks it while the schema is known. */
const INTEGER = 'integer';

function markInteger(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'invalid_type' && issue.inst instanceof z.ZodNumberFormat
    ? INTEGER
    : undefined;
}

function phrase(part: RequestPart, issue: Issue, value: unknown): Phrase {
  if (issue.code === 'custom') {
    return { msg: issue.message, type: typeOf(issue.params) ?? 'value_error' };
  }
  if (value === undefined) return MISSING;
  if (issue.code === 'invalid_type') return wrongType(part, issue, value);
  if (issue.code === 'too_small') return outOfBounds(issue, issue.minimum);
  if (issue.code === 'too_big') return outOfBounds(issue, issue.maximum);
  if (issue.code === 'invalid_value') return notListed(issue);
  return issue.code === 'invalid_format' ? badFormat(issue) : INVALID_FORM;
}

const MISSING: Phrase = { msg: 'Field required', type: 'missing' };
const INVALID_FORM: Phrase = { msg: 'Input does not have a valid form', type: 'value_error' };

const TYPE_PHRASES: Readonly<Record<string, Phrase>> = {
  string: { msg: 'Input should be a valid string', type: 'string_type' },
  number: { msg: 'Input should be a valid number', type: 'float_type' },
  boolean: { msg: 'Input should be a valid boolean', type: 'bool_type' },
  array: { msg: 'Input should be a valid list', type: 'list_type' },
  object: { msg: 'Input should be a valid object', type: 'dict_type' },
  record: { msg: 'Input should be a valid object', type: 'dict_type' },
  int: { msg: 'Input should be a valid integer', type: 'int_type' },
};

const PARSING_PHRASES: Readonly<Record<string, Phrase>> = {
  number: {
    msg: 'Input should be a valid number, unable to parse the text as a number',
    type: 'float_parsing',
  },
  boolean: {
    msg: 'Input should be a valid boolean, unable to interpret the text',
    type: 'bool_parsing',
  },
  int: {
    msg: 'Input should be a valid integer, unable to parse the text as an integer',
    type: 'int_parsing',
  },
};

const FRACTION: Phrase = {
  msg: 'Input should be a valid integer, got a number with a fractional part',
  type: 'int_from_float',
};

const NOT_AN_OBJECT: Phrase = {
  msg: 'Input should be a valid JSON object sent as application/json',
  type: 'model_attributes_type',
};

function wrongType(part: RequestPart, issue: z.core.$ZodIssueInvalidType, value: unknown): Phrase {
  const isRoot = part === 'body' && issue.path.length === 0;
  if (isRoot) return NOT_AN_OBJECT;
  const expected = expectedType(issue);
  if (expected === 'int' && typeof value === 'number') return FRACTION;
  const phrases =
    typeof value === 'string' ? { ...TYPE_PHRASES, ...PARSING_PHRASES } : TYPE_PHRASES;
  return phrases[expected] ?? INVALID_FORM;
}

function expectedType({ message, expected }: z.core.$ZodIssueInvalidType): string {
  return message === INTEGER ? 'int' : expected;
}

function outOfBounds(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  bound: number | bigint,
): Phrase {
  const isSmall = issue.code === 'too_small';
  const amount = `${isSmall ? 'at least' : 'at most'} ${String(bound)}`;
  if (issue.origin === 'string') {
    return {
      msg: `String should have ${amount} ${bound === 1 ? 'character' : 'characters'}`,
      type: isSmall ? 'string_too_short' : 'string_too_long',
    };
  }
  if (issue.origin === 'array') {
    return { msg: `List should have ${amount} items`, type: isSmall ? 'too_short' : 'too_long' };
  }
  const relation = isSmall ? 'greater than' : 'less than';
  const type = isSmall ? 'greater_than' : 'less_than';
  return issue.inclusive === false
    ? { msg: `Input should be ${relation} ${String(bound)}`, type }
    : { msg: `Input should be ${relation} or equal to ${String(bound)}`, type: `${type}_equal` };
}

function notListed(issue: z.core.$ZodIssueInvalidValue): Phrase {
  const allowed = issue.values.map((value) => `'${String(value)}'`).join(', ');
  return {
    msg: `Input should be one of ${allowed}`,
    type: issue.values.length === 1 ? 'literal_error' : 'enum',
  };
}

function badFormat({ format, pattern }: z.core.$ZodIssueInvalidStringFormat): Phrase {
  if (format === 'datetime' || format === 'date')
    return { msg: 'Input should be a valid date or datetime', type: 'datetime_from_date_parsing' };
  const form = format === 'regex' ? /^\/(.*)\/[a-z]*$/.exec(pattern ?? '')?.[1] : undefined;
  const msg =
    form === undefined
      ? `Input should have the form of ${withArticle(format)}`
      : `String should match pattern '${form}'`;
  return { msg, type: 'string_pattern_mismatch' };
}

function typeOf(params: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const type = params?.type;
  return typeof type === 'string' ? type : undefined;
}

function valueAt(input: unknown, path: readonly (string | number)[]): unknown {
  let value: unknown = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}
