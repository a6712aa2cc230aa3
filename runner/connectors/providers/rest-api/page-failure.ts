import { UserError } from '../../../domain/errors.ts';
import type { JsonLocator, JsonPlace } from '../../../formats/json/json-locator.ts';
import { readHead } from '../../../formats/text/file-chunks.ts';
import { isHtml } from '../../../formats/upload-warnings.ts';
import { saysNoSuchPage } from './no-such-page.ts';
import { textOf } from './page-bytes.ts';
import type { Page } from './page-table.ts';
import type { AnsweredPage } from './paging.ts';

/** Where services say that an answer has no records because of a failure. */
export const FAILURE_KEYS = ['error', 'errors', 'error_message', 'errorMessage'] as const;
/** Where they say so by false. */
export const SUCCESS_KEYS = ['ok', 'success'] as const;
/** What is no failure at one of the keys of failures. */
const NO_FAILURE = /^(?:null|false|0|""|"(?:none|null|ok|false|0|no error)"|\{\s*\}|\[\s*\])$/i;
const KEYS = [...FAILURE_KEYS, ...SUCCESS_KEYS];
/** Where an answer may say that it failed. */
export const FAILURE_PATHS = KEYS.map((key) => [key]);
/** A longer value at one of these keys says something. */
const SIGN_BYTES = 64;
/** Where markup begins, at the latest. */
const MARKUP_BYTES = 4096;
/** A longer answer has more than a sentence. */
const SAYING_BYTES = 4096;

/** Whether a page without a list has only numbers and the like, or says that there is no such page. */
export async function isNothing({ file }: Page, whole: JsonPlace | undefined): Promise<boolean> {
  if (whole?.kind !== 'object' || whole.end - whole.start > SAYING_BYTES) return false;
  const text = await textOf(file, whole.start, whole.end);
  return hasOnlyNumbers(text) || saysNoSuchPage(text);
}

/** Whether an object is empty, or has only numbers and the like, such as those of the page: none means a failure. */
function hasOnlyNumbers(text: string): boolean {
  const values = valuesOf(text);
  const isHarmless = (value: unknown): boolean =>
    value === null || value === true || typeof value === 'number';
  if (values?.every(isHarmless) !== true) return false;
  return values.length === 0 || values.some((value) => typeof value === 'number');
}

/** Null: the text is no JSON. */
function valuesOf(text: string): readonly unknown[] | null {
  try {
    return Object.values(JSON.parse(text) as Readonly<Record<string, unknown>>);
  } catch {
    return null;
  }
}

/** @param locator of `FAILURE_PATHS` @throws UserError for a page without records that says that something failed */
export async function refuseFailure(page: Page, locator: JsonLocator): Promise<void> {
  for (const key of KEYS) {
    const place = locator.place([key]);
    if (place === undefined || !saysFailure(key, await signText(page, place))) continue;
    throw new UserError(noRecords(page.label, key));
  }
}

/** What is wrong with an answer that says at a key that it failed. */
export function noRecords(label: string, key: string): string {
  return `${label} has no records, and says at "${key}" that the request failed. Send it by hand to see why, or try again later.`;
}

/** Whether a value at one of the keys of failures is one. */
export function isFailure(value: unknown): boolean {
  return !NO_FAILURE.test(JSON.stringify(value));
}

/** The text of a short value, from its first byte on. */
async function signText({ file }: Page, { kind, start, end }: JsonPlace): Promise<string> {
  const isNested = kind === 'list' || kind === 'object';
  if (isNested) return await textOf(file, start, Math.min(end, start + SIGN_BYTES));
  const text = await textOf(file, start, start + SIGN_BYTES);
  return /^(?:""|[a-z0-9.]+(?=[\s,}]))/.exec(text)?.[0] ?? text;
}

function saysFailure(key: string, text: string): boolean {
  return SUCCESS_KEYS.some((each) => each === key) ? text === 'false' : !NO_FAILURE.test(text);
}

/** @throws UserError for a page for people, which a login or a proxy may answer with the status 200 */
export async function refuseMarkup({ file, label, isJson }: AnsweredPage): Promise<void> {
  const head = (await readHead(file, MARKUP_BYTES)).toString('utf8');
  if (isJson ? !/^\ufeff?\s*</.test(head) : !isHtml(head)) return;
  throw new UserError(
    `${label} is ${isHtml(head) ? 'an HTML page, perhaps of a login or a proxy' : 'XML or HTML'}, in place of ${isJson ? 'JSON' : 'CSV'}. Send the request by hand to see why.`,
  );
}

/** Whether null or an empty list is in the place of records. */
export async function isEmpty({ file }: Page, { kind, start, end }: JsonPlace): Promise<boolean> {
  if (kind !== 'list' || end - start > SIGN_BYTES) return kind === 'null';
  return /^\[\s*\]$/.test(await textOf(file, start, end));
}
