import type { FileWarning } from '../domain/file-warning.ts';

/** Values of a column that are no whole microseconds, which column types have. */
export interface CutValues {
  readonly column: string;
  /** How many; at least 1. */
  readonly count: number;
  /** The first of them, as a text. */
  readonly example: string;
  /** What keeps them. */
  readonly cure: string;
}

/** Warns of a column of which values are cut to microseconds. */
export function cutNanosecondsWarning({ column, count, example, cure }: CutValues): FileWarning {
  const values = count === 1 ? '1 value' : `${count} values`;
  const verb = count === 1 ? 'has' : 'have';
  const message = `${values} of column "${column}" ${verb} nanoseconds, which are cut to microseconds: ${example}. ${cure}`;
  return { code: 'cut_nanoseconds', column, message };
}
