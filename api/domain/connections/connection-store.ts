import type { Database } from '../../../prisma/client.ts';
import type { Connection, ConnectionKind } from '../../../runner/domain/connection.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import { nameKey } from '../name-key.ts';
import type { ListPage } from '../page.ts';
import { connectionRow, type ConnectionRecord, type TestStatus } from './connection-record.ts';

/** A connection to save. */
export interface NewConnection extends Connection {
  readonly connectionType: ConnectionKind;
}

/** The outcome of a test, as it is recorded. */
export interface RecordedTest {
  readonly status: TestStatus;
  /** Null: it succeeded. */
  readonly error: string | null;
  readonly at: Date;
}

export interface ConnectionStore {
  /** A page, the newest first, and the number of all connections. */
  list(
    page: ListPage,
  ): Promise<{ readonly connections: readonly ConnectionRecord[]; readonly total: number }>;
  find(id: string): Promise<ConnectionRecord | null>;
  /** The connections of some ids; ids without one are left out. */
  findMany(ids: readonly string[]): Promise<readonly ConnectionRecord[]>;
  /** @returns false when the name is taken */
  create(connection: NewConnection): Promise<boolean>;
  /** Replaces all fields. @param forgetsTest whether the last test does not count any more */
  update(
    connection: NewConnection,
    forgetsTest: boolean,
  ): Promise<'updated' | 'missing' | 'name taken'>;
  /** Records a test, unless the connection was changed or deleted meanwhile. */
  recordTest(tested: Connection, test: RecordedTest): Promise<void>;
  /** @returns false when there is none */
  delete(id: string): Promise<boolean>;
}

export function createConnectionStore(database: Database): ConnectionStore {
  return {
    async list({ limit, offset }) {
      const [rows, total] = await Promise.all([
        database.connection.findMany({
          orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
          skip: offset,
          ...(limit === undefined ? {} : { take: limit }),
        }),
        database.connection.count(),
      ]);
      return { connections: rows.map((row) => connectionRow.parse(row)), total };
    },
    async find(id) {
      const row = await database.connection.findUnique({ where: { id } });
      return row === null ? null : connectionRow.parse(row);
    },
    async findMany(ids) {
      if (ids.length === 0) return [];
      const rows = await database.connection.findMany({ where: { id: { in: [...ids] } } });
      return rows.map((row) => connectionRow.parse(row));
    },
    async create(connection) {
      const data = [columnsOf(connection)];
      const { count } = await database.connection.createMany({ data, skipDuplicates: true });
      return count === 1;
    },
    async update(connection, forgetsTest) {
      const { id, nameKey: key, ...columns } = columnsOf(connection);
      const taken = await database.connection.count({ where: { nameKey: key, id: { not: id } } });
      if (taken > 0) return 'name taken';
      const { count } = await database.connection.updateMany({
        where: { id },
        data: {
          ...columns,
          nameKey: key,
          updatedAt: new Date(),
          ...(forgetsTest ? NO_TEST : {}),
        },
      });
      return count === 1 ? 'updated' : 'missing';
    },
    async recordTest(tested, { status, error, at }) {
      await database.connection.updateMany({
        where: targetOf(tested),
        data: { lastTestedAt: at, lastTestStatus: status, lastTestError: error },
      });
    },
    async delete(id) {
      const { count } = await database.connection.deleteMany({ where: { id } });
      return count === 1;
    },
  };
}

const NO_TEST = { lastTestedAt: null, lastTestStatus: null, lastTestError: null };

function columnsOf({ connectionType, ...connection }: NewConnection): ReturnType<
  typeof targetOf
> & {
  readonly name: string;
  readonly nameKey: string;
  readonly connectionType: string;
} {
  const { name } = connection;
  return { ...targetOf(connection), name, nameKey: nameKey(name), connectionType };
}

/** The columns that a test depends on. */
function targetOf(connection: Connection): Pick<
  Connection,
  'id' | 'provider' | 'host' | 'port' | 'database' | 'username' | 'secret'
> & {
  readonly options: string | null;
} {
  const { id, provider, host, port, database, username, secret, options } = connection;
  const text = options === null ? null : exactJson.stringify(options);
  return { id, provider, host, port, database, username, secret, options: text };
}
