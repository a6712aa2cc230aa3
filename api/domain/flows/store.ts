import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows, type QueryClient } from '../../../prisma/query-rows.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import { databaseTime } from '../database-time.ts';
import { inOrder, listedId, type ListedId } from '../list-batches.ts';
import type { ListPage } from '../page.ts';
import { shareProject } from '../projects/project-lock-store.ts';
import type { Precondition } from './precondition.ts';
import {
  flowRow,
  listedFlowRow,
  SELECT_FLOW_FACTS,
  SELECT_FLOWS,
  SELECT_LISTED_FLOWS,
  type FlowRecord,
  type ListedFlow,
} from './flow-row-store.ts';

export type { FlowRecord, ListedFlow };

export interface NewFlow {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly description: string | null;
  readonly graph: Readonly<Record<string, unknown>>;
  /** The datasets of the input nodes; those that do not exist are ignored. */
  readonly datasetIds: readonly string[];
  /** A disabled project disables the flow anyway. */
  readonly isDisabled: boolean;
  /** The project or dataset that disabled the original of a copy; null: a person did, or it is enabled. */
  readonly disabledBy: string | null;
}

/** Absent fields stay as they are. */
export interface FlowChange {
  readonly name?: string;
  readonly description?: string | null;
  readonly projectId?: string;
  readonly graph?: Readonly<Record<string, unknown>>;
  /** Required with `graph`. */
  readonly datasetIds?: readonly string[];
  readonly isDisabled?: boolean;
}

/** Absent fields match any flow. */
export interface FlowFilter {
  readonly projectId?: string | undefined;
  /** A dataset that an input node reads. */
  readonly datasetId?: string | undefined;
}

export interface FlowStore {
  /** The ids of a page, the last changed first, and the number of all that match. */
  list(
    filter: FlowFilter,
    page: ListPage,
  ): Promise<{ readonly listed: readonly ListedId[]; readonly total: number }>;
  /** Reads flows in the order of the ids; ids without a flow are left out. */
  findMany(ids: readonly string[], options: { readonly graph: boolean }): Promise<ListedFlow[]>;
  find(id: string): Promise<FlowRecord | null>;
  /** The names of the project's flows that start with the prefix. */
  namesLike(projectId: string, prefix: string): Promise<string[]>;
  /** @returns false when the project does not exist */
  create(flow: NewFlow): Promise<boolean>;
  /** Moving a flow into a disabled project disables it. */
  update(id: string, change: FlowChange, condition: Precondition | null): Promise<UpdateOutcome>;
  /**
   * Marks a flow without active runs as deleted: no answer shows it, its runs or its schedules any more.
   * Its runs are removed in the background.
   */
  delete(id: string, condition: Precondition | null): Promise<DeleteOutcome>;
}

/** The flow does not meet the precondition; nothing was changed. */
interface Stale {
  readonly stale: FlowRecord;
}
export type UpdateOutcome = { readonly updated: FlowRecord } | Stale | 'missing' | 'no project';
export type DeleteOutcome = 'deleted' | { readonly activeRuns: number } | Stale | 'missing';

type Transaction = Prisma.TransactionClient;

/** Removes what belongs to a deleted flow, in the transaction of the deletion. */
export type RemoveWithFlow = (transaction: Transaction, flowId: string) => Promise<void>;

export function createFlowStore(database: Database, removeWith: RemoveWithFlow): FlowStore {
  return {
    async list({ projectId, datasetId }, { limit, offset }) {
      const where = Prisma.sql`
        f.deleted_at IS NULL
        AND ${projectId === undefined ? Prisma.sql`true` : Prisma.sql`f.project_id = ${projectId}`}
        AND ${
          datasetId === undefined
            ? Prisma.sql`true`
            : Prisma.sql`f.id IN (SELECT flow_id FROM flow_inputs WHERE dataset_id = ${datasetId})`
        }`;
      const [listed, total] = await Promise.all([
        // Prisma's client cannot read the length of a text.
        queryRows(
          database,
          listedId,
          Prisma.sql`
            SELECT f.id, octet_length(f.graph_json) AS bytes FROM flows f
            WHERE ${where} ORDER BY f.updated_at DESC, f.id
            LIMIT ${limit ?? null}::int OFFSET ${offset}::bigint`,
        ),
        database.flow.count({
          where: {
            deletedAt: null,
            ...(projectId === undefined ? {} : { projectId }),
            ...(datasetId === undefined ? {} : { inputs: { some: { datasetId } } }),
          },
        }),
      ]);
      return { listed, total };
    },
    async findMany(ids, { graph }) {
      const select = graph ? SELECT_LISTED_FLOWS : SELECT_FLOW_FACTS;
      const rows = await queryRows(
        database,
        listedFlowRow,
        Prisma.sql`${select} WHERE f.id = ANY(${[...ids]}) AND f.deleted_at IS NULL`,
      );
      return inOrder(ids, rows);
    },
    find: (id) => find(database, id),
    async namesLike(projectId, prefix) {
      const rows = await database.flow.findMany({
        where: { projectId, name: { startsWith: prefix }, deletedAt: null },
        select: { name: true },
      });
      return rows.map(({ name }) => name);
    },
    create: (flow) =>
      database.$transaction((transaction) => create(transaction, flow), TRANSACTION),
    update: (id, change, condition) =>
      database.$transaction(
        (transaction) => update(transaction, { id, change, condition }),
        TRANSACTION,
      ),
    delete: (id, condition) =>
      database.$transaction(
        (transaction) => remove(transaction, removeWith, { id, condition }),
        TRANSACTION,
      ),
  };
}

async function find(client: QueryClient, id: string): Promise<FlowRecord | null> {
  const [flow] = await queryRows(
    client,
    flowRow,
    Prisma.sql`${SELECT_FLOWS} WHERE f.id = ${id} AND f.deleted_at IS NULL`,
  );
  return flow ?? null;
}

/** Locks a flow until the transaction ends. */
async function lock(transaction: Transaction, id: string): Promise<FlowRecord | null> {
  // A row lock.
  await transaction.$executeRaw`SELECT id FROM flows WHERE id = ${id} FOR UPDATE`;
  return await find(transaction, id);
}

async function create(transaction: Transaction, flow: NewFlow): Promise<boolean> {
  const project = await shareProject(transaction, flow.projectId);
  if (project === null) return false;
  const { id, projectId, name, description, graph, datasetIds } = flow;
  const graphJson = exactJson.stringify(graph);
  await transaction.flow.create({
    data: { id, projectId, name, description, graphJson, ...stateIn(project, flow) },
    select: { id: true },
  });
  await writeInputs(transaction, id, datasetIds);
  return true;
}

/** The state of the original of a copy, unless that was disabled by the project, whose state may have changed. */
function stateIn(
  project: { readonly isDisabled: boolean },
  { projectId, isDisabled, disabledBy }: NewFlow,
): { isDisabled: boolean; disabledBy: string | null } {
  const isOwn = isDisabled && disabledBy !== projectId;
  if (isOwn) return { isDisabled, disabledBy };
  return { isDisabled: project.isDisabled, disabledBy: project.isDisabled ? projectId : null };
}

function isStale({ version }: FlowRecord, condition: Precondition | null): boolean {
  return condition !== null && !condition(version);
}

async function update(
  transaction: Transaction,
  { id, change, condition }: { id: string; change: FlowChange; condition: Precondition | null },
): Promise<UpdateOutcome> {
  // The project is locked before the flow: that order prevents deadlocks.
  const target =
    change.projectId === undefined ? null : await shareProject(transaction, change.projectId);
  if (change.projectId !== undefined && target === null) return 'no project';
  const flow = await lock(transaction, id);
  if (flow === null) return 'missing';
  if (isStale(flow, condition)) return { stale: flow };
  await write(transaction, id, change);
  if (target !== null && change.projectId !== undefined && change.projectId !== flow.projectId) {
    await followMove(transaction, flow, { id: change.projectId, isDisabled: target.isDisabled });
  }
  const updated = await find(transaction, id);
  return updated === null ? 'missing' : { updated };
}

/**
 * A flow that its old project disabled stays disabled until a person enables it. A disabled project
 * disables an enabled flow.
 */
async function followMove(
  transaction: Transaction,
  flow: FlowRecord,
  target: { readonly id: string; readonly isDisabled: boolean },
): Promise<void> {
  await transaction.flow.updateMany({
    where: { id: flow.id, disabledBy: flow.projectId },
    data: { disabledBy: null },
  });
  if (!target.isDisabled) return;
  await transaction.flow.updateMany({
    where: { id: flow.id, isDisabled: false },
    data: { isDisabled: true, disabledBy: target.id },
  });
}

async function write(transaction: Transaction, id: string, change: FlowChange): Promise<void> {
  // Lists are ordered by updated_at: it comes from the clock of the database, as replicas' clocks differ.
  await transaction.$executeRaw`
    UPDATE flows SET ${Prisma.join(assignments(change), ', ')} WHERE id = ${id}`;
  if (change.datasetIds === undefined) return;
  await transaction.flowInput.deleteMany({ where: { flowId: id } });
  await writeInputs(transaction, id, change.datasetIds);
}

function assignments(change: FlowChange): Prisma.Sql[] {
  const { name, description, projectId, graph, isDisabled } = change;
  return [
    Prisma.sql`updated_at = clock_timestamp()`,
    ...(name === undefined ? [] : [Prisma.sql`name = ${name}`]),
    ...(description === undefined ? [] : [Prisma.sql`description = ${description}`]),
    ...(projectId === undefined ? [] : [Prisma.sql`project_id = ${projectId}`]),
    ...(graph === undefined ? [] : [Prisma.sql`graph_json = ${exactJson.stringify(graph)}`]),
    ...(isDisabled === undefined
      ? []
      : [Prisma.sql`is_disabled = ${isDisabled}, ${keptMark(isDisabled)}`]),
  ];
}

/** `disabled_by` names what disabled the flow for as long as it stays disabled. */
function keptMark(isDisabled: boolean): Prisma.Sql {
  return Prisma.sql`disabled_by = CASE WHEN is_disabled = ${isDisabled} THEN disabled_by END`;
}

async function remove(
  transaction: Transaction,
  removeWith: RemoveWithFlow,
  { id, condition }: { readonly id: string; readonly condition: Precondition | null },
): Promise<DeleteOutcome> {
  // This lock keeps runs from being added.
  const flow = await lock(transaction, id);
  if (flow === null) return 'missing';
  if (isStale(flow, condition)) return { stale: flow };
  const activeRuns = await transaction.run.count({
    where: { flowId: id, status: { in: ['pending', 'running'] } },
  });
  if (activeRuns > 0) return { activeRuns };
  await removeWith(transaction, id);
  await transaction.flowInput.deleteMany({ where: { flowId: id } });
  await transaction.flow.update({
    where: { id },
    data: { deletedAt: await databaseTime(transaction) },
    select: { id: true },
  });
  return 'deleted';
}

async function writeInputs(
  transaction: Transaction,
  flowId: string,
  datasetIds: readonly string[],
): Promise<void> {
  if (datasetIds.length === 0) return;
  // Prisma's client cannot insert what a query finds.
  await transaction.$executeRaw`
    INSERT INTO flow_inputs (flow_id, dataset_id)
    SELECT ${flowId}, id FROM datasets WHERE id = ANY(${[...datasetIds]})`;
}
