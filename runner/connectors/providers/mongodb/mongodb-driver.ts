import { UserError } from '../../../domain/errors.ts';
import type { SqlDriver } from '../../sql/sql-driver.ts';
import { withMongo } from './mongodb-client.ts';
import { describeMongoError } from './mongodb-errors.ts';
import { readMongo } from './mongodb-read.ts';
import { listMongoTables } from './mongodb-tables.ts';
import { writeMongo } from './mongodb-write.ts';

/** MongoDB by its own driver: a collection is a table. */
export const MONGODB_DRIVER: SqlDriver = {
  async test(target) {
    const [first] = await withMongo(target, (db) => db.listCollections().toArray());
    if (first !== undefined) return;
    throw new UserError(
      'the database has no collections. Check its name; the first write creates it',
    );
  },
  tables: listMongoTables,
  read: readMongo,
  write: (target, write) => writeMongo(target, write),
  describe: describeMongoError,
};
