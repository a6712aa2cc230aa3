import type { ColumnSchema } from '../domain/column.ts';
import type { ParseOptions } from '../domain/parse-options.ts';
import type { FileFormat } from '../domain/file-format.ts';
import type { GraphDocument } from '../domain/graph.ts';

/** What a script must know about the dataset version behind an input node. */
export interface ExportInput {
  readonly nodeId: string;
  /** The name of the file that the script reads, from the folder it is run in. */
  readonly datasetName: string;
  readonly format: FileFormat;
  /** How the file was read; null: all defaults. */
  readonly parseOptions: ParseOptions | null;
  /** The types frozen at upload. */
  readonly columns: readonly ColumnSchema[];
}

export interface ExportRequest {
  readonly flowName: string;
  /** The graph as saved, with the declared parameters. */
  readonly graph: GraphDocument;
  /** One for every input node. */
  readonly inputs: readonly ExportInput[];
  /** Delete each frame after its last use. Default: false. */
  readonly freeIntermediates?: boolean;
  /** Default: false; then the notebooks are null. */
  readonly includeNotebooks?: boolean;
}

/** Field names are those of the API. */
export interface FlowExport {
  /** The pandas script. */
  readonly code: string;
  readonly polars: string;
  readonly polars_lazy: string;
  readonly notebook: string | null;
  readonly notebook_polars: string | null;
  readonly notebook_polars_lazy: string | null;
}

/** Which library a script is written for, and how. */
export type Flavour = 'pandas' | 'polars' | 'polarsLazy';
