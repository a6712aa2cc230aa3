import type { Readable } from 'node:stream';
import type { ObjectWriteMode } from '../../domain/object-write-mode.ts';
import type { PendingWrite } from '../pending-write.ts';
import type { ConnectionTarget } from '../connection-target.ts';

/** Which objects a list has. */
export interface ObjectListing {
  /** The text with which their paths begin. */
  readonly prefix: string;
  /** Whether it has the versions, which cost a local folder a question for each file. */
  readonly hasVersions: boolean;
}

/** An object of a list. */
export interface ListedObject {
  readonly path: string;
  /** A text that differs when the content does. Null: the list was asked for paths only. */
  readonly version: string | null;
}

/** A read of an object. */
export interface ObjectRead {
  readonly path: string;
  /** At most so many bytes from the start; null: all. */
  readonly maxBytes: number | null;
}

/** A write of a local file as an object. */
export interface ObjectWrite {
  readonly path: string;
  readonly mode: ObjectWriteMode;
  /** The driver has read it when `write` resolves. */
  readonly file: string;
}

/** How a runner process uses a storage. Errors of the storage leave as they are: `describe` explains them. */
export interface StorageDriver {
  /** Makes the client of a storage, which connects when it is used. @throws UserError, PrivateHostError */
  open(target: ConnectionTarget): OpenStorage;
  /** What went wrong, as the rest of a sentence: `the bucket does not exist`. Null: not an error of the storage. */
  describe(error: unknown): string | null;
}

/**
 * A storage with one client for whatever is done with it. Paths are relative, with `/` between their segments, and
 * checked by `checkObjectPath`.
 */
export interface OpenStorage {
  /** Connects and reads something small. It creates nothing. */
  test(): Promise<void>;
  /** The objects whose paths begin with a text, in pages, at any depth, in any order. */
  list(listing: ObjectListing): AsyncIterable<readonly ListedObject[]>;
  /** The content of an object. @throws UserError when there is none */
  read(read: ObjectRead): Promise<Readable>;
  /** A text that differs when the content of an object does. @throws UserError when there is none */
  version(path: string): Promise<string>;
  /**
   * Writes a file. The object appears by `commit`, whole; the storage stays open until then.
   * @throws UserError when it may not exist but does
   */
  write(write: ObjectWrite): Promise<PendingWrite>;
  /** Closes the sockets, also those of contents that are being read. */
  close(): void;
}
