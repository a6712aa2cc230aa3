/** The part of pg-copy-streams that the connector uses. */
declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';
  import type { Connection, Submittable } from 'pg';

  class CopyToStream extends Readable implements Submittable {
    readonly rowCount: number;
    submit(connection: Connection): void;
  }

  class CopyFromStream extends Writable implements Submittable {
    readonly rowCount: number;
    submit(connection: Connection): void;
  }

  /** The rows of `COPY … TO STDOUT`. */
  export function to(sql: string): CopyToStream;
  /** The target of `COPY … FROM STDIN`. */
  export function from(sql: string): CopyFromStream;
}
