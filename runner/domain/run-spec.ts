import type { ColumnSchema } from './column.ts';
import type { Connection } from './connection.ts';
import type { Engine } from './engine.ts';
import type { GraphDocument } from './graph.ts';
import type { JsonObject } from './json.ts';
import type { Watermark } from './watermark.ts';

/** The frozen dataset version that an input node reads. */
export interface InputBinding {
  readonly nodeId: string;
  readonly datasetId: string;
  readonly datasetName: string;
  readonly versionNumber: number;
  /** Object key of the version's columnar copy (Parquet). */
  readonly dataKey: string;
  readonly columns: readonly ColumnSchema[];
  readonly rowCount: number;
}

/**
 * The input of a runner process for one run. The API writes it to `runs/<id>/spec.json` once; it has no
 * secrets.
 */
export interface RunSpec {
  readonly runId: string;
  readonly flowName: string;
  readonly engine: Engine;
  /** The saved graph. Placeholders are bound to `parameters` when a node is executed. */
  readonly graph: GraphDocument;
  /** Effective values of all declared parameters. */
  readonly parameters: JsonObject;
  readonly inputs: readonly InputBinding[];
  /** The connections that nodes name, as they were at the start, without secrets. Absent: none. */
  readonly connections?: readonly Connection[];
  /** The watermarks of the flow as they were at the start. Absent: none. */
  readonly watermarks?: readonly Watermark[];
  /** The value of `now()` in expressions, see RunTime. Absent in specs of older versions. */
  readonly localTime?: string;
  /** W3C Trace Context of the run. Absent: the run is not traced. */
  readonly traceparent?: string;
}
