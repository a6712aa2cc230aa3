import type { JsonObject } from './json.ts';

/** The kinds of connections: what a flow can do with one. */
export const CONNECTION_KINDS = ['sql', 'mongo', 'storage', 'api', 'mlflow'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** What a connection points at. It never contains a secret: `secret` says where one is. */
export interface ConnectionFields {
  readonly provider: string;
  readonly host: string | null;
  readonly port: number | null;
  /** A database, bucket, container, folder, file or URI, by provider. */
  readonly database: string | null;
  readonly username: string | null;
  /** A secret reference, such as `env:NAME`; null: none. */
  readonly secret: string | null;
  readonly options: JsonObject | null;
}

/** A connection as a run or a test uses it. */
export interface Connection extends ConnectionFields {
  readonly id: string;
  readonly name: string;
}

/** A table or view that a connection shows. Field names are those of the API. */
export interface TableInfo {
  readonly name: string;
  /** Null where the provider has no schemas. */
  readonly schema_name: string | null;
  /** The name with its schema. */
  readonly qualified: string;
  readonly columns: readonly TableColumn[];
  /** What the database estimates, without counting; null: it does not know. */
  readonly row_estimate: number | null;
}

/** A column of a table. */
export interface TableColumn {
  readonly name: string;
  /** The name of the type in the database. */
  readonly type: string;
}
