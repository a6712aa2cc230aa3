import type { Connection } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import { TABLE_NAME_RULE, isTableName } from '../domain/table-name.ts';
import type { SqlSource } from '../domain/sql-source.ts';
import { providerOf } from './providers/index.ts';

/** Checks the name of a table: only the endpoint of a service may be a path. @throws UserError */
export function checkSource({ provider }: Connection, source: SqlSource): void {
  if (source.kind === 'query' || providerOf(provider)?.kind === 'api') return;
  if (!isTableName(source.table)) throw new UserError(`"table" ${TABLE_NAME_RULE}.`);
}
