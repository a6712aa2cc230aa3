import type { ColumnSchema } from '../domain/column.ts';
import type { ColumnProfile } from '../domain/dataset.ts';
import { UserError } from '../domain/errors.ts';
import type { Row } from '../domain/json.ts';
import { truncateRow } from '../domain/truncate-text.ts';
import type { ColumnarFile, EngineAdapter, TransformStep } from './engine-adapter.ts';
import { locatedFailure } from './locate-failure.ts';
import { pandasRowProbe } from './pandas-row-probe.ts';
import type { RowProbe } from './row-probe.ts';
import { compilePandas } from '../compilers/pandas/compile.ts';
import {
  toCompiledExpression,
  type CompiledExpression,
} from '../expressions/compiled-expression.ts';
import type { Relation } from '../plan/relation.ts';
import { failingExpressions } from '../plan/traits.ts';
import { PROFILE_ROWS, profileFrame } from '../formats/profile.ts';
import { checkComplete } from '../formats/writers/check-written.ts';
import {
  isReadTwice,
  writeFrame,
  type WrittenFile,
  type WrittenFormat,
} from '../formats/writers/write-frame.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { rowsToFrame } from '../engines/polars/rows-to-frame.ts';
import { cellValues } from '../engines/pandas/cell-values.ts';
import type { Frame } from '../engines/pandas/frame.ts';
import { columnByName } from '../engines/pandas/kernels/columns/column-access.ts';
import type { LiteralValue } from '../expressions/literal.ts';
import { frameRows } from '../engines/pandas/frame-rows.ts';
import { fromPolars } from '../engines/pandas/from-polars.ts';
import { readParquetFrame } from '../engines/pandas/read-parquet-frame.ts';
import { limitFrame } from '../engines/pandas/kernels/rows/limit-frame.ts';
import { toLazy, toPolars } from '../engines/pandas/to-polars.ts';

/** Evaluates nodes on the columnar kernels. Polars only reads and writes files. */
export class PandasEngine implements EngineAdapter<Frame> {
  readonly name = 'pandas';
  readonly isLazy = false;
  readonly #library: PolarsLibrary;

  constructor(library: PolarsLibrary) {
    this.#library = library;
  }

  async readFile(file: ColumnarFile): Promise<Frame> {
    return await readParquetFrame(this.#library, file);
  }

  fromRows(columns: readonly ColumnSchema[], rows: readonly Row[]): Frame {
    return fromPolars(this.#library, rowsToFrame(this.#library, columns, rows));
  }

  transform({ relation, input, live }: TransformStep<Frame>): Frame {
    return compilePandas(relation, { input, locate: locateInFrame, live });
  }

  pendingNodes(): readonly string[] {
    return [];
  }

  countRows(frame: Frame): number {
    return frame.length;
  }

  cells(frame: Frame, column: string): readonly LiteralValue[] {
    return cellValues(columnByName(frame, column));
  }

  sample(frame: Frame, limit: number): readonly Row[] {
    return frameRows(frame, limit).map(truncateRow);
  }

  profile(frame: Frame, rows = frame.length): readonly ColumnProfile[] {
    const head = limitFrame(frame, 0, PROFILE_ROWS);
    return profileFrame(toPolars(this.#library, head), rows);
  }

  async write(frame: Frame, format: WrittenFormat, path: string): Promise<WrittenFile> {
    const columns = frame.columns.map(({ type }, at) => ({ name: frame.names[at] ?? '', type }));
    const rows = isReadTwice(format, columns)
      ? toPolars(this.#library, frame).lazy()
      : toLazy(this.#library, frame);
    const written = await writeFrame(rows, columns, format, path);
    checkComplete(written.rows, frame.length);
    return written;
  }
}

function locateInFrame(error: unknown, relation: Relation, input: Frame): unknown {
  if (!(error instanceof UserError)) return error;
  const expressions = (): readonly CompiledExpression[] =>
    failingExpressions(relation).map(toCompiledExpression);
  const probe = (columns: readonly string[]): RowProbe => pandasRowProbe(input, columns);
  return locatedFailure({ error, expressions, probe });
}
