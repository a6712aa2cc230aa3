import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import { microsecondsOf } from '../../sql/moments.ts';
import {
  declaresBooleans,
  declaresMoments,
  type CellKinds,
  type DeclaredColumn,
} from './sqlite-cells.ts';

/** What the cells of a column are, and whether SQLite and the engines see the same texts. */
export interface ScannedKinds extends CellKinds {
  readonly hasPlainTexts: boolean;
}

/** Defines what the scan asks of texts. A pattern of SQLite takes longer. */
export function defineScanFunctions(database: DatabaseSync): void {
  const options = { deterministic: true } as const;
  database.function('is_plain_text', options, isPlainText);
  database.function('is_moment', options, isMoment);
}

/** Without NUL, at which SQLite ends some texts, and of valid UTF-8, which the engines need. */
function isPlainText(text: SQLOutputValue, bytes: SQLOutputValue): number {
  if (typeof text !== 'string' || Buffer.byteLength(text) !== Number(bytes)) return 0;
  return Number(!/[\0\uFFFD]/.test(text));
}

function isMoment(text: SQLOutputValue): number {
  return Number(typeof text === 'string' && microsecondsOf(text) !== null);
}

/** The aggregates of the column `pN`, in the order of `kindsOf`. */
export function scanOf(column: DeclaredColumn, place: number): readonly SqlText[] {
  const cell = trusted(`p${place}`);
  const has = (kind: string): SqlText => sql`max(typeof(${cell}) = '${trusted(kind)}')`;
  const texts = (test: SqlText): SqlText =>
    sql`min(CASE WHEN typeof(${cell}) = 'text' THEN ${test} END)`;
  return [
    has('integer'),
    has('real'),
    has('text'),
    has('blob'),
    declaresBooleans(column) ? sql`min(${cell} IN (0, 1))` : trusted('NULL'),
    declaresMoments(column) ? texts(isMomentSql(cell)) : trusted('NULL'),
    texts(sql`is_plain_text(${cell}, octet_length(${cell}))`),
  ];
}

/**
 * Calling a function takes longer than SQLite takes for the texts that it writes itself. It also writes the hour
 * 24, which is none.
 */
function isMomentSql(cell: SqlText): SqlText {
  const isDatetime = sql`strftime('%Y-%m-%d %H:%M:%S', ${cell}) = ${cell}`;
  return sql`CASE WHEN ${isDatetime} AND substr(${cell}, 12, 2) <> '24' THEN 1
    WHEN date(${cell}) = ${cell} THEN 1 ELSE is_moment(${cell}) END`;
}

/** The kinds of the columns of a scan. */
export function kindsOf(row: readonly SQLOutputValue[], columns: number): readonly ScannedKinds[] {
  const width = row.length / columns;
  return Array.from({ length: columns }, (_, place) => {
    const cells = row.slice(place * width, (place + 1) * width);
    const [integer, real, text, blob, bits, moments, hasPlainTexts] = cells.map(truthOf);
    return {
      integer: integer === true,
      real: real === true,
      text: text === true,
      blob: blob === true,
      // Of no cells, all are so.
      bits: bits !== false,
      moments: moments !== false,
      hasPlainTexts: hasPlainTexts !== false,
    };
  });
}

/** The functions return floats. */
function truthOf(value: SQLOutputValue): boolean | null {
  return value === null ? null : Number(value) !== 0;
}

/** Whether SQLite can compute with the cells as the engines do. */
export function isExact({ integer, real, text, blob, hasPlainTexts }: ScannedKinds): boolean {
  return !blob && !(text && (integer || real)) && hasPlainTexts;
}
