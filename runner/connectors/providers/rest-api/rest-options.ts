import { z } from 'zod';
import type { ConnectionFields } from '../../../domain/connection.ts';
import type { CheckedOptions } from '../../../domain/check-parse-options.ts';
import { UserError } from '../../../domain/errors.ts';
import { trustedAuthorities, type TrustedAuthorities } from '../../ca-certificate.ts';
import { optionsOf, type IgnoredOption } from '../../provider.ts';
import { ignoredPageOptions, pageOptions } from './page-options.ts';
import { recordsPathOf, type RecordsPath } from './records-path.ts';
import { baseUrlOf, endpointUrl } from './rest-url.ts';
import { checkHeader, checkParameters } from './request-checks.ts';

export const AUTH_STYLES = ['none', 'api_key', 'bearer', 'basic', 'query_param'] as const;
/** What a request names a page by, or where an answer has the address of the next one. */
export const PAGINGS = ['page', 'offset', 'cursor', 'link'] as const;
export const RESPONSE_FORMATS = ['auto', 'json', 'csv'] as const;

const wholeNumber = (fallback: number, min: number, max: number): z.ZodType<number> =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z
      .int(`must be a whole number from ${min} to ${max}`)
      .min(min, `must be at least ${min}`)
      .max(max, `must be at most ${max}`)
      .default(fallback),
  );

const name = (fallback: string): z.ZodType<string> =>
  z.string('must be text').trim().default(fallback);

/** An empty name means the default. */
const requiredName = (fallback: string): z.ZodType<string> =>
  name(fallback).transform((text) => (text === '' ? fallback : text));

const cell = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** An object, or its JSON text. */
const pairs = z
  .preprocess(fromJson, z.record(z.string(), cell, 'must be an object of texts').default({}))
  .transform((record): readonly (readonly [string, string])[] => Object.entries(record));

/** A list of paths, its JSON text, or a text with commas between the paths. */
const paths = z
  .preprocess(
    (value) => {
      const parsed = fromJson(value);
      return typeof parsed === 'string' ? parsed.split(',') : parsed;
    },
    z.array(z.string('must be texts'), 'must be a list of paths').default([]),
  )
  .transform((list) => list.map((path) => path.trim()).filter((path) => path !== ''));

const responseFormat = z
  .enum(RESPONSE_FORMATS, `must be one of ${RESPONSE_FORMATS.join(', ')}`)
  .default('auto');

const object = z.object({
  auth_style: z.enum(AUTH_STYLES, `must be one of ${AUTH_STYLES.join(', ')}`).default('none'),
  api_key_header: requiredName('X-API-Key'),
  api_key_param: requiredName('api_key'),
  headers: pairs,
  query_params: pairs,
  endpoints: paths,
  response_format: responseFormat,
  records_path: name(''),
  paging: z.enum(PAGINGS, `must be one of ${PAGINGS.join(', ')}`).default('page'),
  next_path: name(''),
  page_param: name(''),
  page_size_param: name(''),
  page_size: wholeNumber(100, 1, 100_000),
  start_page: wholeNumber(1, 0, 1_000_000),
  max_pages: wholeNumber(100, 1, 1_000),
  timeout_seconds: wholeNumber(30, 1, 300),
  verify_tls: z.boolean('must be true or false').default(true),
});

const schema = object.superRefine(({ paging, page_param: parameter, next_path: path }, context) => {
  const missing = (key: string): void => {
    const message = `is needed when options.paging is ${paging}`;
    context.addIssue({ code: 'custom', path: [key], message });
  };
  if (parameter === '' && (paging === 'offset' || paging === 'cursor')) missing('page_param');
  if (path === '' && paging === 'cursor') missing('next_path');
});

/** The options with their defaults. */
export type RestOptions = z.output<typeof schema> &
  TrustedAuthorities & {
    /** How pages are parsed, those of CSV and those of JSON. */
    readonly parseOptions: CheckedOptions;
    /** `options.records_path`. */
    readonly recordsPath: RecordsPath;
  };

/** The options with their defaults. @throws UserError that names the option and repeats no value */
export function restOptions(fields: ConnectionFields): RestOptions {
  const given = Object.entries(optionsOf(fields)).filter(([, value]) => value !== null);
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) {
    return {
      ...parsed.data,
      ...trustedBy(fields, parsed.data.verify_tls),
      parseOptions: pageOptions(optionsOf(fields)),
      recordsPath: recordsPathOf(parsed.data.records_path),
    };
  }
  const issue = parsed.error.issues[0];
  throw new UserError(`options.${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is invalid'}.`);
}

function trustedBy(fields: ConnectionFields, isChecked: boolean): TrustedAuthorities {
  return trustedAuthorities(fields, {
    isChecked,
    remedy: 'Set options.verify_tls to true.',
  });
}

/** The rules of a connection, which need no request. @throws UserError that names the field */
export function checkRestConnection(fields: ConnectionFields): void {
  const base = baseUrlOf(fields);
  const options = restOptions(fields);
  for (const header of options.headers) checkHeader(header);
  checkHeader([options.api_key_header, ''], { isCredential: true });
  checkParameters(
    options.query_params.map(([key]) => key),
    'options.query_params',
  );
  for (const path of options.endpoints) {
    const { searchParams } = endpointUrl(base, path, 'options.endpoints');
    checkParameters([...searchParams.keys()], 'options.endpoints');
  }
}

/** The options that mean nothing beside the format of the answers. */
export function ignoredRestOptions(fields: ConnectionFields): readonly IgnoredOption[] {
  const format = responseFormat.safeParse(optionsOf(fields).response_format ?? undefined);
  return format.success ? ignoredPageOptions(format.data, optionsOf(fields)) : [];
}

function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
