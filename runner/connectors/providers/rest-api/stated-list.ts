import type { EndSigns } from './end-signs.ts';
import { WHOLE_LIST, type ListStart } from './list-start.ts';
import type { ReadSoFar } from './paging.ts';

const BEGUN_LATER =
  'The first answer says that there is a page before it, so the read may have begun further on in the list.';

/** What the answers of a read have said about the list, beside the rows that they had. */
export class StatedList {
  #start = WHOLE_LIST;
  #total: number | null = null;
  /** As the last answer says: services leave a sign out of the last page. */
  #hasMore: boolean | null = null;
  /** Whether the number is no total: a page stated as many rows as it had and was not the only one, or fewer. */
  #isOfPage = false;
  /** Whether the pages so far stated the rows that they had. */
  #isTotalRead = false;
  /** The greatest total. */
  #greatest = 0;

  /** A total counts the rows before the first page too. */
  begin(start: ListStart): void {
    this.#start = start;
  }

  /** Takes the signs of a page after its rows. */
  add({ total, hasMore }: Pick<EndSigns, 'total' | 'hasMore'>, read: ReadSoFar): void {
    this.#hasMore = hasMore;
    if (read.lastRows === 0) this.#total ??= total;
    else this.#takeTotal(total, read);
  }

  #takeTotal(total: number | null, { rows, lastRows }: ReadSoFar): void {
    const isOfPage = total === lastRows && rows > lastRows;
    if (this.#isTotalRead || isOfPage || (total ?? lastRows) < lastRows) this.#isOfPage = true;
    this.#total = total ?? this.#total;
    this.#greatest = Math.max(this.#greatest, total ?? 0);
    this.#isTotalRead = total === rows && rows === lastRows;
  }

  /** The rows of all pages; null: unknown. */
  get total(): number | null {
    return this.#isOfPage ? null : this.#total;
  }

  /** The rows before the first page, as few as there may be. */
  get rowsBefore(): number {
    return Math.min(...(this.#start.rows ?? [0]));
  }

  /** A sentence on a total that became smaller from one page to another; null: it did not. */
  get shrinkage(): string | null {
    const { total } = this;
    if (total === null || total >= this.#greatest) return null;
    return `The answers say that there are ${this.#greatest} rows, and later ${total}. If rows were removed during the read, others may be missing, since each page is counted by the rows before it.`;
  }

  /** Whether the answers do not say that all rows were read. */
  isOpen({ rows }: ReadSoFar): boolean {
    const { total } = this;
    if (total === null || this.#start.rows === null) return this.#hasMore !== false;
    return !this.#isWhole(rows, total) && rows + this.rowsBefore < total;
  }

  /** What the answers say that was not read, or was read too often; null: nothing. */
  difference(read: ReadSoFar): Difference | null {
    const { total } = this;
    if (total === null) return this.#unread(read.rows);
    const [before] = this.#start.rows ?? [];
    if (before === undefined) return this.#unread(read.rows) ?? this.#beyondUnknown(total, read);
    // The rows before a later page are an estimate, which the word of the last answer goes before.
    const isSaid = before > 0 && this.#hasMore === false;
    if (isSaid || this.#isWhole(read.rows, total)) return null;
    return this.#differenceOf(total, read, before > 0);
  }

  #differenceOf(total: number, read: ReadSoFar, isLater: boolean): Difference | null {
    const { pages, rows } = read;
    const counts = countsOf(total, rows, isLater);
    if (rows + this.rowsBefore < total) return { isMissing: true, counts };
    return isTooMany(total, read) && pages > 1 ? { isMissing: false, counts } : null;
  }

  #unread(rows: number): Difference | null {
    return this.#hasMore === true ? { isMissing: true, counts: countsOf('more', rows) } : null;
  }

  /** What the total says where nobody knows how many rows were before the first page. */
  #beyondUnknown(total: number, read: ReadSoFar): Difference | null {
    const counts = countsOf(total, read.rows);
    if (isTooMany(total, read)) return { isMissing: false, counts };
    const isMissing = this.#start.isUnasked === true && read.rows < total;
    return isMissing ? { isMissing, counts: `${counts} ${BEGUN_LATER}` } : null;
  }

  #isWhole(rows: number, total: number): boolean {
    return this.#start.rows?.some((before) => before + rows === total) === true;
  }
}

/** A number that is that of the pages is no total of rows. */
function isTooMany(total: number, { pages, rows }: ReadSoFar): boolean {
  return rows > total && ![pages, pages - 1].includes(total);
}

function countsOf(total: number | 'more', rows: number, isLater = false): string {
  const earlier = isLater ? ' some of them before the first page that was read,' : '';
  return `The answers say that there are ${total} rows,${earlier} and ${rows} were read.`;
}

/** How far the rows that were read are from those that the answers state. */
export interface Difference {
  /** False: there are more rows than stated. */
  readonly isMissing: boolean;
  /** A sentence with both counts. */
  readonly counts: string;
}
