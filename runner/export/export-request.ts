import type { ColumnSchema } from '../domain/column.ts';
import type { Connection } from '../domain/connection.ts';
import type { ParseOptions } from '../domain/parse-options.ts';
import type { FileIrregularity } from '../domain/file-irregularity.ts';
import type { FileFormat } from '../domain/file-format.ts';
import type { GraphDocument } from '../domain/graph.ts';

/** The dataset version of an input node. */
export interface ExportInput {
  readonly nodeId: string;
  /** Name of the file that the script reads from its working folder. */
  readonly datasetName: string;
  readonly format: FileFormat;
  /** The options of the upload; null when all are the default. */
  readonly parseOptions: ParseOptions | null;
  /** The path of the API at which the stored file is downloaded; undefined when no service has it. */
  readonly download?: string;
  /** What a plain CSV reader would read differently; undefined when that is not known. */
  readonly irregularities?: readonly FileIrregularity[] | undefined;
  /** The name of the file of which this is the columnar copy. Absent: it is the file itself. */
  readonly copyOf?: string;
  /** The column types determined at upload. */
  readonly columns: readonly ColumnSchema[];
}

/** What a run found in a database or a storage. */
export interface FoundSource {
  readonly columns: readonly ColumnSchema[];
  /** How the files of a storage were parsed; null: not all in the same way, or they are rows of a database. */
  readonly options: ParseOptions | null;
  /** The columns of these files that libraries of Python misread. Default: none. */
  readonly misreadColumns?: readonly string[];
}

export interface ExportRequest {
  readonly flowName: string;
  /** The saved graph with its declared parameters. */
  readonly graph: GraphDocument;
  /** One for every input node that reads a dataset. */
  readonly inputs: readonly ExportInput[];
  /** The connections that nodes use. Default: none is known. */
  readonly connections?: readonly Connection[];
  /** What the latest run found, by the id of an input node that uses a connection. Default: nothing. */
  readonly found?: ReadonlyMap<string, FoundSource>;
  /** Delete each frame after its last use. Default: false. */
  readonly freeIntermediates?: boolean;
  /** Default: false, which makes the notebooks null. */
  readonly includeNotebooks?: boolean;
}

/** The exported scripts. The field names are those of the API. */
export interface FlowExport {
  /** The pandas script. */
  readonly code: string;
  readonly polars: string;
  readonly polars_lazy: string;
  readonly notebook: string | null;
  readonly notebook_polars: string | null;
  readonly notebook_polars_lazy: string | null;
}

/** The library and mode of a script. */
export type Flavour = 'pandas' | 'polars' | 'polarsLazy';
