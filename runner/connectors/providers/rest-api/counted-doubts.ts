/** What is uncertain of pages that are counted. */
export const REPEATED_ROWS =
  'A page had the rows of the page before again, so the read ended. Rows that are equal may have been left out.';
export const OVERLAPPING_ROWS =
  'The first rows of a page were the last ones of the page before, so the service seems to leave rows out of pages. Such a page was asked for again, further on. State the rows of a full page in options.page_size.';
export const COUNTED_FROM_ZERO =
  'The first answer says that there is a page before it, so the service seems to count pages from 0, and the rows of page 0 are missing. Set options.start_page to 0.';
export const NOTHING_AT_FIRST =
  'Page 1 has no rows. If the service counts its pages from 0, set options.start_page to 0.';
