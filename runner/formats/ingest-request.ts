import type { ParseOptions } from '../domain/parse-options.ts';
import type { FileWarning } from '../domain/file-warning.ts';
import type { FileFormat } from '../domain/file-format.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import type { CheckedOptions } from '../domain/check-parse-options.ts';

/** A local file to be read once, whole. */
export interface IngestRequest {
  readonly path: string;
  /** Shown in error messages. */
  readonly fileName: string;
  readonly format: FileFormat;
  readonly options: ParseOptions;
  /** Where the columnar copy (Parquet) is written; scratch files lie beside it while it is made. */
  readonly dataPath: string;
  /** Where the source is rewritten in the default dialect when it was in another. */
  readonly rewrittenPath: string;
  readonly pl: PolarsLibrary;
}

/** What the reader of one format is given. */
export interface FormatRequest extends Omit<IngestRequest, 'options'> {
  readonly options: CheckedOptions;
}

/** What the reader of one format tells, having written the columnar copy. */
export interface FormatFacts {
  readonly rowCount: number;
  /** How the file was read; null when everything was the default. */
  readonly parseOptions: ParseOptions | null;
  /** The source is of a format that is not kept: its columnar copy becomes the source. */
  readonly keptAsCopy?: boolean;
  /** What a person should check. */
  readonly warnings?: readonly FileWarning[];
}
