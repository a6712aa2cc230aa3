import type { SqlSource } from './sql-source.ts';
import type { WatermarkValue } from './watermark.ts';

/** An object of a storage, or the objects of a pattern, in the state in which they were read. */
export interface ObjectVersion {
  readonly path: string;
  /** A text that differs when the content does, such as an ETag; of a pattern a digest of all. */
  readonly version: string;
}

/** What an input node of an earlier run read of a connection. */
export type CheckedSource = {
  readonly connectionId: string;
} & (
  | ({ readonly kind: 'object' } & ObjectVersion)
  | {
      readonly kind: 'rows';
      readonly source: SqlSource;
      readonly column: string;
      /** Null: no watermark is stored. */
      readonly after: WatermarkValue | null;
    }
);
