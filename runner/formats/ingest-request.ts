import type { ParseOptions } from '../domain/parse-options.ts';
import type { FileIrregularity } from '../domain/file-irregularity.ts';
import type { FileWarning } from '../domain/file-warning.ts';
import type { FileFormat } from '../domain/file-format.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import type { CheckedOptions } from '../domain/check-parse-options.ts';

/** A local file to ingest. */
export interface IngestRequest {
  readonly path: string;
  /** Shown in error messages. */
  readonly fileName: string;
  readonly format: FileFormat;
  readonly options: ParseOptions;
  /** Path of the columnar copy (Parquet). Scratch files lie beside it during ingestion. */
  readonly dataPath: string;
  /** Path of the source in the default dialect, written when the file has another one. */
  readonly rewrittenPath: string;
  readonly pl: PolarsLibrary;
}

/** The input of a format's reader. */
export interface FormatRequest extends Omit<IngestRequest, 'options' | 'rewrittenPath'> {
  readonly options: CheckedOptions;
}

/** The result of a format's reader, which has written the columnar copy. */
export interface FormatResult {
  readonly rowCount: number;
  /** The options that were used; null when all are the default. */
  readonly parseOptions: ParseOptions | null;
  /** Of a delimited file, a Parquet file, or a workbook. */
  readonly irregularities?: readonly FileIrregularity[];
  /** The columns that libraries of Python misread, whatever a script does. Default: none. */
  readonly misreadColumns?: readonly string[];
  /** True: libraries of Python misread the whole file, or fail at it. */
  readonly isMisread?: boolean;
  /** True when the columnar copy replaces the source, whose format is not stored. */
  readonly keptAsCopy?: boolean;
  /** Warnings for the user. */
  readonly warnings?: readonly FileWarning[];
}
