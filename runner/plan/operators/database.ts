import type { FileFormat } from '../../domain/file-format.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { SqlSource, TableName, WriteMode } from '../../domain/sql-source.ts';

/**
 * Rows of a database. It has no schema: reading it replaces it by a Source. The rows are in the order in which
 * the database returns them.
 */
export interface DiscoveredSource {
  readonly op: 'discoveredSource';
  readonly connectionId: string;
  readonly source: SqlSource;
  /** The column of which a run reads only values beyond its watermark. Absent: all rows are read. */
  readonly incrementalColumn?: string;
  /** The query of an incremental read as it is written. Absent: it reads a table. */
  readonly writtenQuery?: WrittenQuery;
  /** What the author of the flow should know of rows that are not read. Absent: nothing. */
  readonly warnings?: readonly string[];
}

/** A query before its values are bound. */
export interface WrittenQuery {
  readonly text: string;
  /** The values of the parameters that it names. */
  readonly parameters: JsonObject;
}

/** A file that is written, and registered as a dataset if it has a name. */
export interface FileTarget {
  readonly kind: 'file';
  readonly format: FileFormat;
  /** The name of the dataset to register; empty: none. */
  readonly datasetName: string;
  /** What the file of an exported script is called; a run names its own. Absent or empty: by the dataset. */
  readonly scriptPath?: string;
}

/** A table of a database that is written. */
export interface TableTarget extends TableName {
  readonly kind: 'table';
  readonly connectionId: string;
  readonly mode: WriteMode;
  /** The columns that identify a row; only for `upsert`. */
  readonly keys: readonly string[];
}
