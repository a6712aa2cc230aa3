/** Where in a line the scanner is. */
export const MODE = { plain: 0, quoted: 1, quoteInQuotes: 2, comment: 3 } as const;

/** Maximum length of a number; a longer one is text. */
export const MAX_NUMBER_BYTES = 1000;

/** Replaces the dropped start of a long cell; no null text contains it. */
export const DROPPED = '\0';
