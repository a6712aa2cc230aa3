import { statusReason } from '../../http/http-reasons.ts';
import { UserError } from '../../../domain/errors.ts';
import type { Refusal } from './paging.ts';

/** They say that nothing is there. */
const MISSING = [404, 416];
/** Services answer so for a page after the last one, and for one beyond a limit of theirs. */
const REFUSED = [400, 410, 422];
/** The statuses that may mean that there is no such page. */
export const NO_SUCH_PAGE = [...MISSING, ...REFUSED];

/** What services say of a page after the last one, such as WordPress by the first. */
const SAYINGS = [
  /invalid_page_number/,
  /\bno (?:more|further|such) (?:pages?|results?|records?|rows?|items?|entries|data)\b/i,
  /\bno (?:results?|records?|rows?|items?|entries|data)\b(?: (?:were |was )?(?:found|available|left)\b|\W*$)/i,
  /\bthere is no page\b/i,
  /\b(?:larger|greater|higher) than the (?:total )?number of pages\b/i,
  /\bpage (?:number )?(?:\d+ )?(?:does not|doesn't) exist\b/i,
];
/** What Django adds to the status 404. */
const INVALID_PAGE = /\binvalid page\b/i;
/** Of a page that the service has, but does not give. */
const LIMIT = /\b(?:only|limit|limited|limits|max|maximum|window|at most|upgrade)\b/i;

/** What services say of a page that is too far from the first one. */
const TOO_FAR = /\btoo (?:large|deep|far|high|big|many)\b|\bexceed/i;

const ADVICE =
  'Compare the number of rows with the service. If rows are missing, read them in parts by parameters of the path, such as one for each month.';

/** How much of a text around a saying belongs to it. */
const AROUND = 100;
/** The keys of JSON, such as `"limit":`, are no words of a sentence. */
const KEY = /"\w+"\s*:/g;

/** Whether a text says that there is no page after the last one, and not that a limit is reached. */
export function saysNoSuchPage(text: string): boolean {
  const words = text.replaceAll(KEY, ' ');
  return SAYINGS.some((saying) => {
    const found = saying.exec(words);
    if (found === null) return false;
    const start = Math.max(0, found.index - AROUND);
    return !LIMIT.test(words.slice(start, found.index + found[0].length + AROUND));
  });
}

/** What is known of the pages before the one that a service did not give. */
export interface PagesBefore {
  readonly last: 'empty' | 'short' | 'full';
  /** Whether the pages before the last one were full, so that its fewer rows are the end of the list. */
  readonly isLastShorter: boolean;
  /** Whether the connection states how many rows a full page has. */
  readonly isSizeKnown: boolean;
  /** Whether the answers say that there are more rows; null: they say nothing. */
  readonly hasMore: boolean | null;
  /** A sentence with the rows that are stated, and those that were read. */
  readonly counts: string | null;
}

/**
 * Judges the end of a read at a status. Certain: all rows were read, or the counts of rows show what is missing.
 * Doubtful: rows may be missing.
 */
export function endAt(
  { status, text }: Refusal,
  before: PagesBefore,
): 'certain' | 'doubtful' | 'failure' {
  const { last, hasMore } = before;
  if (hasMore === false || last === 'empty' || saysNoSuchPage(text)) return 'certain';
  if (MISSING.includes(status)) return isAfterLast(text, before) ? 'certain' : 'doubtful';
  if (hasMore === true || last === 'full') return 'failure';
  return before.isLastShorter && !saysLimit(text) ? 'certain' : 'doubtful';
}

/** Whether a refusal says that nothing is there, and not that the request is wrong. */
export function isNoPage({ status, text }: Refusal): boolean {
  return MISSING.includes(status) || saysNoSuchPage(text);
}

/** Whether what is missing is beyond the last page, or the counts of rows show what is not. */
function isAfterLast(text: string, { last, isSizeKnown, hasMore }: PagesBefore): boolean {
  const isFull = last === 'full' && isSizeKnown;
  return !isFull || hasMore === true || INVALID_PAGE.test(text);
}

function saysLimit(text: string): boolean {
  const words = text.replaceAll(KEY, ' ');
  return LIMIT.test(words) || TOO_FAR.test(words);
}

/** Why a read fails at a status. */
export function failureAt({ status }: Refusal, { counts }: PagesBefore): UserError {
  return new UserError([statusReason(status), counts].filter((each) => each !== null).join('. '));
}

/** The warning of a doubtful end. */
export function doubtAt({ status }: Refusal): string {
  const what = MISSING.includes(status)
    ? `The service answered with the status ${status} after a full page, and no answer says that this page was the last`
    : `The service refused the page after a short one with the status ${status}, and no answer says that the short one was the last`;
  return `${what}, so rows may be missing. ${ADVICE}`;
}

/** The warning of an end before rows that the service has. */
export function missingAt({ status }: Refusal): string {
  return `The service answered with the status ${status} before its last rows, so rows are missing. ${ADVICE}`;
}

/** The warning of pages by offset whose parameter may be another one. @param rows those that were read */
export function noOffset(parameter: string, rows: number): string {
  return `The page after ${rows} rows was empty, but the last row is not at ${parameter}=${rows - 1}, so "${parameter}" may be the number of a page. If it is, set options.paging to page; else compare the number of rows with the service.`;
}

/** The warning of an empty page with further rows after it. */
export function emptyBefore(rows: number): string {
  return `The page after ${rows} rows was empty, but the service has rows after it, which are missing. Set options.page_size to another number, or ask the service for the rows in parts by parameters of the path.`;
}
