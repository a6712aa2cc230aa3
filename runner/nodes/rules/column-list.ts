import { z } from 'zod';

/** The schema of a config value that names at least one column. */
export const columnList = z
  .array(z.string('a column name must be text'), 'must be a list of column names')
  .min(1, 'needs at least one column');

/** The schema of a config value that names one column. */
export const columnName = z.string('a column name must be text').min(1, 'needs a column');

/** The schema of a config value that names columns; an empty list stands for all. */
export const optionalColumnList = z.array(
  z.string('a column name must be text'),
  'must be a list of column names',
);
