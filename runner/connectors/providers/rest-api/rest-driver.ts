import { UserError } from '../../../domain/errors.ts';
import { httpReason } from '../../http/http-reasons.ts';
import type { SqlDriver } from '../../sql/sql-driver.ts';
import { restOptions } from './rest-options.ts';
import { readRest } from './rest-read.ts';
import { testRest } from './rest-test.ts';

/** A service that answers GET requests with JSON or CSV: its tables are the endpoints. */
export const REST_DRIVER: SqlDriver = {
  test: (target) => testRest(target),
  tables: ({ connection }) =>
    Promise.resolve(
      restOptions(connection).endpoints.map((endpoint) => ({
        name: endpoint,
        schema_name: null,
        qualified: endpoint,
        columns: [],
        row_estimate: null,
      })),
    ),
  read: (target, read) => readRest(target, read),
  write: () => Promise.reject(new UserError('a REST API can only be read')),
  describe: httpReason,
};
