import type { Connection } from '../../domain/connection.ts';
import { UserError } from '../../domain/errors.ts';

/** The bucket or container of a connection. @throws UserError when there is none */
export function bucketOf({ database }: Connection): string {
  if (database !== null) return database;
  throw new UserError('the field "database" has no name of a bucket');
}
