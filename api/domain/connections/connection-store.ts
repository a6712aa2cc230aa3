import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import type { Prisma } from '../../../prisma/generated/client.ts';
import type { Connection, ConnectionKind } from '../../../runner/domain/connection.ts';
import { addressOf, isSameAddress } from '../../../runner/connectors/address-of-connection.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import { databaseTime } from '../database-time.ts';
import { nameKey } from '../name-key.ts';
import type { ListPage } from '../page.ts';
import {
  connectionOf,
  connectionRow,
  type ConnectionRecord,
  type TestStatus,
} from './connection-record.ts';
import { unknownProjectOf, writeScope } from './connection-scope-store.ts';
import type { ProjectScope } from './project-scope.ts';

/** The fields of a connection to save. */
export interface SavedConnection extends Connection {
  readonly connectionType: ConnectionKind;
}

/** A change of a connection. */
export interface ConnectionChange {
  readonly id: string;
  /**
   * Merges the change into the fields at present. The row is locked meanwhile, so it must not query the database.
   * An error that it throws ends the change.
   */
  readonly merge: (present: Connection) => Promise<SavedConnection>;
  /** Undefined: the scope stays as it is. */
  readonly scope: ProjectScope | undefined;
  /** Whether the last test does not count any more. */
  readonly forgetsTest: boolean;
}

/** Why a connection is not saved. */
export type NotSaved = 'name taken' | { readonly unknownProject: string };

/** The outcome of a test, as it is recorded. */
export interface RecordedTest {
  readonly status: TestStatus;
  /** Null: it succeeded. */
  readonly error: string | null;
}

export interface ConnectionStore {
  /**
   * A page, the newest first, and the number of all connections.
   * @param projectId only those that flows of the project may use; undefined: all
   */
  list(
    page: ListPage,
    projectId: string | undefined,
  ): Promise<{ readonly connections: readonly ConnectionRecord[]; readonly total: number }>;
  find(id: string): Promise<ConnectionRecord | null>;
  /** The first project of a scope that does not exist; null: all do. */
  unknownProject(scope: ProjectScope): Promise<string | null>;
  create(connection: SavedConnection, scope: ProjectScope): Promise<'created' | NotSaved>;
  update(change: ConnectionChange): Promise<'updated' | 'missing' | NotSaved>;
  /** Records a test, unless the connection was changed or deleted meanwhile. */
  recordTest(tested: Connection, test: RecordedTest): Promise<void>;
  /** @returns false when there is none */
  delete(id: string): Promise<boolean>;
}

/** Called in the transaction that changes the address of a connection, with the connection before. */
export type BeforeMove = (
  transaction: Prisma.TransactionClient,
  before: Connection,
) => Promise<void>;

export function createConnectionStore(database: Database, beforeMove: BeforeMove): ConnectionStore {
  return {
    async list({ limit, offset }, projectId) {
      const where = projectId === undefined ? {} : allowing(projectId);
      const [rows, total] = await Promise.all([
        database.connection.findMany({
          where,
          include: SCOPE,
          orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
          skip: offset,
          ...(limit === undefined ? {} : { take: limit }),
        }),
        database.connection.count({ where }),
      ]);
      return { connections: rows.map((row) => connectionRow.parse(row)), total };
    },
    find: (id) => find(database, id),
    unknownProject: (scope) => unknownProjectOf(database, scope),
    create: (connection, scope) =>
      database.$transaction((transaction) => create(transaction, connection, scope), TRANSACTION),
    update: (change) =>
      database.$transaction((transaction) => update(transaction, change, beforeMove), TRANSACTION),
    async recordTest(tested, { status, error }) {
      const at = await databaseTime(database);
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

/** The connections of some ids; ids without one are left out. */
export async function findConnections(
  database: Database,
  ids: readonly string[],
): Promise<readonly ConnectionRecord[]> {
  if (ids.length === 0) return [];
  const where = { id: { in: [...ids] } };
  const rows = await database.connection.findMany({ where, include: SCOPE });
  return rows.map((row) => connectionRow.parse(row));
}

type Transaction = Prisma.TransactionClient;

async function find(client: Transaction, id: string): Promise<ConnectionRecord | null> {
  const row = await client.connection.findUnique({ where: { id }, include: SCOPE });
  return row === null ? null : connectionRow.parse(row);
}

/** Locks a connection until the transaction ends, so that no change of it beside this one is lost. */
async function lock(transaction: Transaction, id: string): Promise<ConnectionRecord | null> {
  // A row lock.
  await transaction.$executeRaw`SELECT id FROM connections WHERE id = ${id} FOR UPDATE`;
  return await find(transaction, id);
}

async function create(
  transaction: Transaction,
  connection: SavedConnection,
  scope: ProjectScope,
): Promise<'created' | NotSaved> {
  const unknownProject = await unknownProjectOf(transaction, scope);
  if (unknownProject !== null) return { unknownProject };
  const data = [{ ...columnsOf(connection), forAllProjects: scope === null }];
  const { count } = await transaction.connection.createMany({ data, skipDuplicates: true });
  if (count === 0) return 'name taken';
  if (scope !== null) await writeScope(transaction, connection.id, scope);
  return 'created';
}

async function update(
  transaction: Transaction,
  { id, merge, scope, forgetsTest }: ConnectionChange,
  beforeMove: BeforeMove,
): Promise<'updated' | 'missing' | NotSaved> {
  const unknownProject = await unknownProjectOf(transaction, scope ?? null);
  if (unknownProject !== null) return { unknownProject };
  const present = await lock(transaction, id);
  if (present === null) return 'missing';
  const before = connectionOf(present);
  const saved = await merge(before);
  const columns = columnsOf(saved);
  const { nameKey: key } = columns;
  const taken = await transaction.connection.count({ where: { nameKey: key, id: { not: id } } });
  if (taken > 0) return 'name taken';
  if (!isSameAddress(addressOf(before), addressOf(saved))) await beforeMove(transaction, before);
  await transaction.connection.updateMany({
    where: { id },
    data: {
      ...columns,
      updatedAt: await databaseTime(transaction),
      ...(scope === undefined ? {} : { forAllProjects: scope === null }),
      ...(forgetsTest ? NO_TEST : {}),
    },
  });
  if (scope !== undefined) await writeScope(transaction, id, scope);
  return 'updated';
}

/** The connections that flows of a project may use. */
function allowing(projectId: string): Prisma.ConnectionWhereInput {
  return { OR: [{ forAllProjects: true }, { projects: { some: { projectId } } }] };
}

/** The order is stable, so that equal connections have equal answers. */
const SCOPE = {
  projects: { select: { projectId: true }, orderBy: { projectId: 'asc' } },
} as const;

const NO_TEST = { lastTestedAt: null, lastTestStatus: null, lastTestError: null };

function columnsOf({ connectionType, ...connection }: SavedConnection): ReturnType<
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
