/** In place of a file: standard input where one is read, standard output where one is written. */
export const STANDARD_STREAM = '-';
