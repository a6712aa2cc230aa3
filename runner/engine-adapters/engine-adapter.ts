import type { ColumnSchema } from '../domain/column.ts';
import type { ColumnProfile } from '../domain/dataset.ts';
import type { Engine } from '../domain/engine.ts';
import type { Row } from '../domain/json.ts';
import type { WrittenFile, WrittenFormat } from '../formats/writers/write-frame.ts';
import type { LiteralValue } from '../expressions/literal.ts';
import type { Input, Relation } from '../plan/relation.ts';
import type { Readers } from '../plan/spooling.ts';

/** The evaluation of one transform node. */
export interface TransformStep<F> extends Readers {
  readonly nodeId: string;
  /** The plan of the node; its leaves are the inputs of the node. */
  readonly relation: Relation;
  /** The frame of an input of the node. */
  readonly input: (input: Input) => F;
  /** The input frames that the plan may read, one for each edge. */
  readonly sources: readonly F[];
  /**
   * The columns that a later node, a file or a check reads. An engine may keep only leading rows of the others,
   * for samples. Absent: all columns.
   */
  readonly live?: ReadonlySet<string> | undefined;
  /** False for a frame of which one query is read: an engine need not keep its rows. Default: true. */
  readonly isKept?: boolean;
  /** A folder for temporary files of the job. */
  readonly scratch: string;
}

/** A Parquet file with the columnar copy of a dataset version. */
export interface ColumnarFile {
  readonly path: string;
  readonly columns: readonly ColumnSchema[];
  readonly rowCount: number;
}

/**
 * A dataframe engine as the executor uses it. `F` is the engine's frame type; frames are immutable.
 * Engines may evaluate lazily: any method may throw UpstreamFailure for an earlier node.
 */
export interface EngineAdapter<F> {
  readonly name: Engine;
  /** Whether a frame may be a plan, of which each query computes only what it reads. */
  readonly isLazy: boolean;
  /** The frame of a Parquet file. */
  readFile(file: ColumnarFile): Promise<F>;
  /** The frame of JSON rows. */
  fromRows(columns: readonly ColumnSchema[], rows: readonly Row[]): F;
  /**
   * Evaluates a node. Errors of expressions name the column and row of the failing cell.
   * @throws UserError, UpstreamFailure
   */
  transform(step: TransformStep<F>): F;
  /**
   * The nodes whose work is still to be done: each evaluation of the frame does it. Empty for a frame with
   * data.
   */
  pendingNodes(frame: F): readonly string[];
  /** The number of rows. */
  countRows(frame: F): number;
  /** All cells of a column. For columns of few values: it holds them all in memory. */
  cells(frame: F, column: string): readonly LiteralValue[];
  /** The first rows, with long texts truncated. */
  sample(frame: F, limit: number): readonly Row[];
  /** Statistics of each column. @param rows of the whole table, of which the frame has at least the first */
  profile(frame: F, rows?: number): readonly ColumnProfile[];
  /** Writes a frame to a file. @returns the number of rows and the size of the file */
  write(frame: F, format: WrittenFormat, path: string): Promise<WrittenFile>;
}

/** Evaluation failed at this node, which may precede the node that was being evaluated. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  readonly nodeId: string;

  constructor(nodeId: string, cause: unknown) {
    super(`Node ${nodeId} failed`, { cause });
    this.nodeId = nodeId;
  }
}
