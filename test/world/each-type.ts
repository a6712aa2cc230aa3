import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { table } from '../parity/parity-case.ts';

const COLUMNS = [
  'i8 integer, i64 integer, u64 integer, f16 float, f32 float, f64 float, bool boolean',
  'text string, large_text string, text_view string',
  'bytes string, large_bytes string, bytes_view string, fixed_bytes string',
  'date32 datetime, date64 datetime, s datetime, ns datetime, zoned datetime',
  'time32 string, time64 string, time_ns string, duration float, decimal float, nothing null',
  'list string, fixed_list string, struct string, map string',
  'category string, category_bytes string, category_int integer',
].join(', ');

/**
 * The rows of the files with a column of nulls of each type of Arrow.
 * @param others the types of columns that a file has otherwise
 */
export function nullsOfEachType(
  rows: number,
  others: Readonly<Record<string, string>> = {},
): ExampleTable {
  const columns = COLUMNS.split(', ').map((column) => {
    const [name = '', type = ''] = column.split(' ');
    return `${name} ${others[name] ?? type}`;
  });
  const nulls = Array.from({ length: rows }, () => columns.map(() => null));
  return table(columns.join(', '), nulls);
}
