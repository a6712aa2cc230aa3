import type { Provider } from '../provider.ts';
import { azureBlob } from './azure-blob/azure-blob.ts';
import { duckdb } from './duckdb/duckdb.ts';
import { gcs } from './gcs/gcs.ts';
import { local } from './local/local.ts';
import { mlflow } from './mlflow.ts';
import { mongodb } from './mongodb/mongodb.ts';
import { mssql } from './mssql/mssql.ts';
import { mysql } from './mysql/mysql.ts';
import { postgresql } from './postgresql/postgresql.ts';
import { restApi } from './rest-api/rest-api.ts';
import { s3 } from './s3/s3.ts';
import { snowflake } from './snowflake/snowflake.ts';
import { sqlite } from './sqlite/sqlite.ts';

/** Every provider, in the order in which forms offer them. */
export const PROVIDERS: readonly Provider[] = [
  postgresql,
  mysql,
  sqlite,
  duckdb,
  mssql,
  snowflake,
  mongodb,
  local,
  s3,
  azureBlob,
  gcs,
  restApi,
  mlflow,
];

const BY_NAME = new Map(PROVIDERS.map((provider) => [provider.name, provider]));

/** The provider of a name. */
export function providerOf(name: string): Provider | undefined {
  return BY_NAME.get(name);
}
