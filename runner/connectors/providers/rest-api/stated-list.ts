import type { EndSigns } from './end-signs.ts';
import type { ReadSoFar } from './paging.ts';

/** What the answers of a read have said about the list, beside the rows that they had. */
export class StatedList {
  #total: number | null = null;
  /** As the last answer says: services leave a sign out of the last page. */
  #hasMore: boolean | null = null;
  /** Whether a page stated as many rows as it had itself, and was not the only one. */
  #isTotalOfPage = false;
  /** Whether the pages so far stated the rows that they had. */
  #isTotalRead = false;

  /** Takes the signs of a page after its rows. */
  add({ total, hasMore }: Pick<EndSigns, 'total' | 'hasMore'>, read: ReadSoFar): void {
    const { rows, lastRows } = read;
    this.#hasMore = hasMore;
    if (lastRows === 0) {
      this.#total ??= total;
      return;
    }
    if (this.#isTotalRead || (total === lastRows && rows > lastRows)) this.#isTotalOfPage = true;
    this.#total = total ?? this.#total;
    this.#isTotalRead = total === rows && rows === lastRows;
  }

  /** The rows of all pages; null: unknown. */
  get total(): number | null {
    return this.#isTotalOfPage ? null : this.#total;
  }

  /** Whether the answers do not say that all rows were read. */
  isOpen({ rows }: ReadSoFar): boolean {
    const { total } = this;
    return total === null ? this.#hasMore !== false : rows < total;
  }

  /** What the answers say that was not read, or was read too often; null: nothing. */
  difference({ pages, rows }: ReadSoFar): Difference | null {
    const { total } = this;
    const counts = `The answers say that there are ${total ?? 'more'} rows, and ${rows} were read.`;
    if (total === null) return this.#hasMore === true ? { isMissing: true, counts } : null;
    if (rows < total) return { isMissing: true, counts };
    return rows > total && pages > 1 ? { isMissing: false, counts } : null;
  }
}

/** How far the rows that were read are from those that the answers state. */
export interface Difference {
  /** False: there are more rows than stated. */
  readonly isMissing: boolean;
  /** A sentence with both counts. */
  readonly counts: string;
}
