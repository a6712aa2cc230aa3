import type { ColumnSchema } from '../../domain/column.ts';
import type { ColumnProfile } from '../../domain/dataset.ts';
import type { FileFormat } from '../../domain/file-format.ts';
import type { Row } from '../../domain/json.ts';
import type { WrittenFile } from '../../formats/writers/write-frame.ts';
import type { CompiledExpression } from '../../expressions/index.ts';
import type { NodeContext, NodeInputs, TransformNode } from '../../nodes/definition.ts';

/** A transform node that is about to be evaluated. */
export interface TransformStep<F> {
  readonly nodeId: string;
  readonly definition: TransformNode<unknown>;
  readonly config: unknown;
  readonly context: NodeContext;
  readonly inputs: NodeInputs<F>;
  /** All that flows in, each frame once a wire. */
  readonly sources: readonly F[];
  /** What the node yields, as its definition computed it. */
  readonly columns: readonly ColumnSchema[];
  /** What it evaluates in each row of its input, for the search of a cell that made it fail. */
  readonly expressions: () => readonly CompiledExpression[];
  /** How many wires and files take its frame. */
  readonly consumers: number;
  /** A folder for files that live no longer than the job. */
  readonly scratch: string;
}

/** A Parquet file with the columnar copy of a dataset version. */
export interface ColumnarFile {
  readonly path: string;
  readonly columns: readonly ColumnSchema[];
  readonly rowCount: number;
}

/**
 * What the executor needs of an engine; `F` is a frame between two nodes, owned by the engine.
 * Frames are never changed. Any method may throw an UpstreamFailure when evaluation was put off
 * and an earlier node turns out to be at fault.
 */
export interface EngineAdapter<F> {
  readFile(file: ColumnarFile): Promise<F>;
  /** A frame of rows that a caller supplied, cells as in JSON. */
  fromRows(columns: readonly ColumnSchema[], rows: readonly Row[]): F;
  /**
   * Errors name column and row where a value of an expression is at fault.
   * @throws UserError, UpstreamFailure
   */
  transform(step: TransformStep<F>): F;
  countRows(frame: F): number;
  /** The first rows. */
  sample(frame: F, limit: number): readonly Row[];
  profile(frame: F): readonly ColumnProfile[];
  /** @returns rows written and bytes of the file */
  write(frame: F, format: FileFormat, path: string): Promise<WrittenFile>;
}

/** Evaluation failed, and the node at fault is this one, maybe an earlier one than was asked for. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  readonly nodeId: string;

  constructor(nodeId: string, cause: unknown) {
    super(`Node ${nodeId} failed`, { cause });
    this.nodeId = nodeId;
  }
}
