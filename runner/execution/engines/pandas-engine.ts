import type { ColumnSchema } from '../../domain/column.ts';
import type { ColumnProfile } from '../../domain/dataset.ts';
import type { FileFormat } from '../../domain/file-format.ts';
import type { Row } from '../../domain/json.ts';
import { shownRow } from '../../domain/shown-text.ts';
import { toColumn } from '../../expressions/index.ts';
import type { Offender } from '../../nodes/definition.ts';
import type { CellFailure, ColumnarFile, EngineAdapter, TransformStep } from './engine-adapter.ts';
import { firstFailure } from './first-failure.ts';
import { columnsOf } from '../../engines/polars/column-types.ts';
import { PROFILE_ROWS, profileFrame } from '../../formats/profile.ts';
import { writeFrame, type WrittenFile } from '../../formats/writers/write-frame.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { frameOfRows } from '../../engines/polars/rows-to-frame.ts';
import { compactTexts } from '../../engines/pandas/compact-texts.ts';
import type { Column, Frame } from '../../engines/pandas/frame.ts';
import { frameRows } from '../../engines/pandas/frame-rows.ts';
import { fromPolars, readParquetFrame } from '../../engines/pandas/from-polars.ts';
import { limitFrame } from '../../engines/pandas/kernels/limit-frame.ts';
import { toPolars } from '../../engines/pandas/to-polars.ts';

/** Files of at most this many cells are read in one go; larger ones column by column, for memory. */
const SMALL_CELLS = 250_000;

/** Runs nodes on the columnar kernels; polars only reads and writes files. */
export class PandasEngine implements EngineAdapter<Frame> {
  readonly #library: PolarsLibrary;

  constructor(library: PolarsLibrary) {
    this.#library = library;
  }

  async readFile({ path, columns, rowCount }: ColumnarFile): Promise<Frame> {
    if (rowCount * columns.length <= SMALL_CELLS) {
      return fromPolars(this.#library, this.#library.readParquet(path));
    }
    const names = columns.map((column) => column.name);
    return await readParquetFrame(this.#library, path, names);
  }

  fromRows(columns: readonly ColumnSchema[], rows: readonly Row[]): Frame {
    return fromPolars(this.#library, frameOfRows(this.#library, columns, rows));
  }

  transform({ definition, inputs, config, context }: TransformStep<Frame>): Frame {
    return definition.pandas(inputs, config, context);
  }

  findFailure(frame: Frame, offenders: readonly Offender[]): CellFailure | null {
    // The rows up to the first that was found.
    let head = frame;
    let failing: Offender[] = [];
    for (const offender of offenders) {
      const row = firstTrue(toColumn(offender.test, head));
      if (row === null) continue;
      failing = row < head.length - 1 ? [offender] : [...failing, offender];
      head = limitFrame(head, 0, row + 1);
    }
    const last = limitFrame(head, head.length - 1, 1);
    return firstFailure(head.length - 1, failing, (value) => toColumn(value, last));
  }

  countRows(frame: Frame): number {
    return frame.length;
  }

  sample(frame: Frame, limit: number): readonly Row[] {
    return frameRows(frame, limit).map(shownRow);
  }

  profile(frame: Frame): readonly ColumnProfile[] {
    const head = compactTexts(limitFrame(frame, 0, PROFILE_ROWS));
    return profileFrame(toPolars(this.#library, head), frame.length);
  }

  async write(frame: Frame, format: FileFormat, path: string): Promise<WrittenFile> {
    const table = toPolars(this.#library, frame);
    return await writeFrame(table.lazy(), columnsOf(table), format, path);
  }
}

/** The first row where a column is true; null: none. */
function firstTrue(column: Column): number | null {
  if (column.type !== 'boolean') return null;
  const { values, validity } = column;
  const row = values.findIndex((value, at) => value === 1 && (validity?.[at] ?? 1) === 1);
  return row === -1 ? null : row;
}
