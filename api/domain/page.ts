/** A page of a list. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A part of a list; without a limit all that follows. */
export interface ListPage {
  readonly limit?: number | undefined;
  readonly offset: number;
}
