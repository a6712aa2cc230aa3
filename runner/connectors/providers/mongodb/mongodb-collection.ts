import type { CollectionInfo, Db } from 'mongodb';
import { UserError } from '../../../domain/errors.ts';
import type { TableName } from '../../../domain/sql-source.ts';

/** The beginning of the names of collections that only writes of the service use. */
export const OWN_PREFIX = 'millrace_';

/** What is known of a collection. */
export interface CollectionFacts {
  readonly isView: boolean;
  /** Texts that differ may be equal in it. */
  readonly hasCollation: boolean;
}

/** Null: there is none. */
export async function findCollection(db: Db, name: string): Promise<CollectionFacts | null> {
  const [found] = (await db.listCollections({ name }).toArray()) as readonly CollectionInfo[];
  if (found === undefined) return null;
  return { isView: found.type === 'view', hasCollation: found.options?.collation !== undefined };
}

/** The name of the collection that is a table. @throws UserError if it has a schema */
export function collectionOf({ schema, table }: TableName): string {
  if (schema === null || schema === '') return table;
  throw new UserError(
    'MongoDB has no schemas. Leave "schema" empty; the connection names the database.',
  );
}
