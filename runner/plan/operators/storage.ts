import type { FileFormat } from '../../domain/file-format.ts';
import type { ObjectWriteMode } from '../../domain/object-write-mode.ts';
import type { ParseOptions } from '../../domain/parse-options.ts';

/**
 * The rows of a file or object of a storage, or of all that match a pattern, by path. It has no schema: reading
 * it replaces it by a Source. The rows are in the order of the files.
 */
export interface DiscoveredObject {
  readonly op: 'discoveredObject';
  readonly connectionId: string;
  readonly path: string;
  readonly format: FileFormat;
  /** Whether folders such as `year=2026` become columns. */
  readonly hasPartitions: boolean;
  /** Absent options are detected. */
  readonly options: ParseOptions;
}

/** A file or object of a storage that is written. */
export interface ObjectTarget {
  readonly kind: 'object';
  readonly connectionId: string;
  /** Empty: the id of the node, with the suffix of the format. */
  readonly path: string;
  readonly format: FileFormat;
  readonly mode: ObjectWriteMode;
}
