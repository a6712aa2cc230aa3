import type { Connection } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import { tableNameProblem } from '../domain/table-name.ts';
import type { SqlSource } from '../domain/sql-source.ts';
import { providerOf } from './providers/index.ts';

/** Checks the name of a table: only the endpoint of a service may be a path. @throws UserError */
export function checkSource({ provider }: Connection, source: SqlSource): void {
  if (source.kind === 'query' || providerOf(provider)?.kind === 'api') return;
  const problem = tableNameProblem(source.table);
  if (problem !== null) throw new UserError(`"table" ${problem}.`);
}
