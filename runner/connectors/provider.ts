import type { ConnectionFields, ConnectionKind } from '../domain/connection.ts';
import type { JsonObject } from '../domain/json.ts';
import type { ConnectionForm } from './connection-form.ts';
import type { SqlDriver } from './sql/sql-driver.ts';
import type { StorageDriver } from './storage/storage-driver.ts';

/** What a connector needs from the machine. */
export type Permission =
  | 'credentials'
  | 'database_access'
  | 'network'
  | 'cloud_access'
  | 'filesystem_read'
  | 'filesystem_write';

/** The package that speaks to a provider. */
export interface ProviderDriver {
  /** The name of the npm package, or of a module of Node. */
  readonly module: string;
  /** The optional package group that contains it. */
  readonly extra: string | null;
}

/** The fields of a connection that mean something for a provider. */
export interface ProviderNeeds {
  readonly host: boolean;
  readonly auth: boolean;
  readonly query: boolean;
  readonly bucket: boolean;
  readonly region: boolean;
  readonly endpoint: boolean;
}

/** An option that a connection states and that means nothing beside its other ones. */
export interface IgnoredOption {
  readonly option: string;
  /** A sentence that says why. It has no value. */
  readonly message: string;
}

/** A kind of database, storage or service. One file in `providers/` and a line in its index. */
export interface Provider {
  readonly name: string;
  readonly label: string;
  readonly kind: ConnectionKind;
  /** Null: no package is needed. */
  readonly driver: ProviderDriver | null;
  readonly defaultPort: number | null;
  readonly needs: ProviderNeeds;
  readonly permissions: readonly Permission[];
  /** The fields of a connection without which nothing works. */
  readonly required: readonly ('host' | 'database')[];
  /** The fields of the form of a connection, in the order shown. */
  readonly form: ConnectionForm;
  /** Rules of its own for what is saved. @throws UserError in a sentence that names the field */
  readonly check?: (fields: ConnectionFields) => void;
  /** The options that it would read beside other ones only. Default: none. */
  readonly ignored?: (fields: ConnectionFields) => readonly IgnoredOption[];
  /** What decides, besides host, port and database, which data a connection names; null: nothing. */
  readonly place?: (fields: ConnectionFields) => string | null;
  /** What only tests and runs use. It loads the driver, so only a runner process calls it. */
  readonly sql?: () => Promise<SqlDriver>;
  /** Like `sql`, for a storage. */
  readonly storage?: () => Promise<StorageDriver>;
}

/** The options of a connection; an empty object if there are none. */
export function optionsOf({ options }: ConnectionFields): JsonObject {
  return options ?? {};
}
