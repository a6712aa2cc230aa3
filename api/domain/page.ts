/** A page of a list. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A page of a list; without a limit, everything after the offset. */
export interface ListPage {
  readonly limit?: number | undefined;
  readonly offset: number;
}
