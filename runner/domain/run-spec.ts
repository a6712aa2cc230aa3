import type { ColumnSchema } from './column.ts';
import type { Engine } from './engine.ts';
import type { GraphDocument } from './graph.ts';
import type { JsonObject } from './json.ts';

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
 * All that a runner needs to execute one run: written by the API as `runs/<id>/spec.json`,
 * read by the runner process, never changed. It holds no secrets.
 */
export interface RunSpec {
  readonly runId: string;
  readonly flowName: string;
  readonly engine: Engine;
  /** The graph as saved; placeholders are bound from `parameters` when a node is run. */
  readonly graph: GraphDocument;
  /** The effective value of every declared parameter. */
  readonly parameters: JsonObject;
  readonly inputs: readonly InputBinding[];
  /** What `now()` is in its expressions, see RunTime; absent: the spec is of an older version. */
  readonly localTime?: string;
  /** The place of the run in its trace, in the form of W3C Trace Context; absent: it is in none. */
  readonly traceparent?: string;
}
