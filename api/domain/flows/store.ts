import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import { inOrder, type ListedId } from '../list-batches.ts';
import type { ListPage } from '../page.ts';
import { shareProject } from '../projects/project-lock-store.ts';
import type { Precondition } from './precondition.ts';
import {
  flowFacts,
  SELECT_FLOW_FACTS,
  SELECT_FLOWS,
  toFlowRecord,
  type FlowRow,
} from './flow-row-store.ts';

export interface FlowRecord {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly description: string | null;
  /** As it was sent. */
  readonly graph: Readonly<Record<string, unknown>>;
  readonly isDisabled: boolean;
  /** The project or dataset that disabled it; null: a person, or none. */
  readonly disabledBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastRunAt: Date | null;
  /** Another one after every change of what is saved, whoever made it; runs do not change it. */
  readonly version: string;
}

export interface NewFlow {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly description: string | null;
  readonly graph: Readonly<Record<string, unknown>>;
  /** Datasets that the graph names; those that do not exist are left out. */
  readonly datasetIds: readonly string[];
  /** It is disabled anyway in a disabled project. */
  readonly isDisabled: boolean;
  /** The project or dataset that disabled the flow that it copies; null: a person, or none. */
  readonly disabledBy: string | null;
}

/** Absent fields are kept. */
export interface FlowChange {
  readonly name?: string;
  readonly description?: string | null;
  readonly projectId?: string;
  readonly graph?: Readonly<Record<string, unknown>>;
  /** Goes with `graph`. */
  readonly datasetIds?: readonly string[];
  readonly isDisabled?: boolean;
}

/** Absent: any. */
export interface FlowFilter {
  readonly projectId?: string | undefined;
  /** One that the graph names. */
  readonly datasetId?: string | undefined;
}

/** A flow of a list. */
export interface ListedFlow extends Omit<FlowRecord, 'graph'> {
  /** Null: it was not asked for. */
  readonly graphText: string | null;
}

export interface FlowStore {
  /** Which there are, the last changed first; and how many in all. */
  list(
    filter: FlowFilter,
    page: ListPage,
  ): Promise<{ readonly listed: readonly ListedId[]; readonly total: number }>;
  /** Some of them, in the order of the ids. */
  findMany(ids: readonly string[], options: { readonly graph: boolean }): Promise<ListedFlow[]>;
  find(id: string): Promise<FlowRecord | null>;
  /** Names of the project's flows that start with a text. */
  namesLike(projectId: string, prefix: string): Promise<string[]>;
  /** @returns false when the project is not there any more */
  create(flow: NewFlow): Promise<boolean>;
  /** Moving into a disabled project disables the flow. @returns the flow as this change left it */
  update(id: string, change: FlowChange, condition: Precondition | null): Promise<UpdateOutcome>;
  /**
   * Unless runs are under way: from then on no answer shows it, its runs or its schedules. Its runs
   * are removed in the background.
   */
  delete(id: string, condition: Precondition | null): Promise<DeleteOutcome>;
}

/** `stale`: the flow, which does not meet the condition; nothing was changed. */
interface Stale {
  readonly stale: FlowRecord;
}
export type UpdateOutcome = { readonly updated: FlowRecord } | Stale | 'missing' | 'no project';
export type DeleteOutcome = 'deleted' | { readonly activeRuns: number } | Stale | 'missing';

type Transaction = Prisma.TransactionClient;

/** Removes what hangs on a flow that is deleted, in its transaction. */
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
      const [listed, counted] = await Promise.all([
        database.$queryRaw<ListedId[]>`
          SELECT f.id, octet_length(f.graph_json) AS bytes FROM flows f
          WHERE ${where} ORDER BY f.updated_at DESC, f.id
          LIMIT ${limit ?? null}::int OFFSET ${offset}::bigint`,
        database.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n FROM flows f WHERE ${where}`,
      ]);
      return { listed, total: counted[0]?.n ?? 0 };
    },
    async findMany(ids, { graph }) {
      const rows = await database.$queryRaw<FlowRow[]>`
        ${graph ? SELECT_FLOWS : SELECT_FLOW_FACTS} WHERE f.id = ANY(${[...ids]}) AND f.deleted_at IS NULL`;
      return inOrder(ids, rows).map((row) => ({ ...flowFacts(row), graphText: row.graph }));
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

async function find(client: Database | Transaction, id: string): Promise<FlowRecord | null> {
  const rows = await client.$queryRaw<FlowRow[]>`
    ${SELECT_FLOWS} WHERE f.id = ${id} AND f.deleted_at IS NULL`;
  return rows[0] === undefined ? null : toFlowRecord(rows[0]);
}

/** The flow, which nobody else can change until the transaction ends. */
async function lock(transaction: Transaction, id: string): Promise<FlowRecord | null> {
  await transaction.$queryRaw`SELECT id FROM flows WHERE id = ${id} FOR UPDATE`;
  return await find(transaction, id);
}

async function create(transaction: Transaction, flow: NewFlow): Promise<boolean> {
  const project = await shareProject(transaction, flow.projectId);
  if (project === null) return false;
  const { isDisabled, disabledBy } = stateIn(project, flow);
  await transaction.$executeRaw`
    INSERT INTO flows (id, project_id, name, description, graph_json, is_disabled, disabled_by)
    VALUES (${flow.id}, ${flow.projectId}, ${flow.name}, ${flow.description},
            ${exactJson.stringify(flow.graph)}, ${isDisabled}, ${disabledBy})`;
  await writeInputs(transaction, flow.id, flow.datasetIds);
  return true;
}

/** Disabled by its project, or as it is to be; the project may have been enabled since that was read. */
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
  // The project before the flow, as everywhere, so that two requests cannot wait for each other.
  const target =
    change.projectId === undefined ? null : await shareProject(transaction, change.projectId);
  if (change.projectId !== undefined && target === null) return 'no project';
  const flow = await lock(transaction, id);
  if (flow === null) return 'missing';
  if (isStale(flow, condition)) return { stale: flow };
  await write(transaction, id, change);
  if (target !== null && change.projectId !== flow.projectId) {
    await followMove(transaction, flow, { id: change.projectId, isDisabled: target.isDisabled });
  }
  const updated = await find(transaction, id);
  return updated === null ? 'missing' : { updated };
}

/**
 * A flow that its project had disabled stays so in the next one, as if by hand; an enabled one is
 * disabled by a project that is.
 */
async function followMove(
  transaction: Transaction,
  flow: FlowRecord,
  target: { readonly id: string | undefined; readonly isDisabled: boolean },
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE flows SET disabled_by = NULL WHERE id = ${flow.id} AND disabled_by = ${flow.projectId}`;
  if (!target.isDisabled) return;
  await transaction.$executeRaw`
    UPDATE flows SET is_disabled = true, disabled_by = ${target.id}
    WHERE id = ${flow.id} AND NOT is_disabled`;
}

async function write(transaction: Transaction, id: string, change: FlowChange): Promise<void> {
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

/** Who disabled it is known as long as it stays disabled: to say so again changes nothing. */
function keptMark(isDisabled: boolean): Prisma.Sql {
  return Prisma.sql`disabled_by = CASE WHEN is_disabled = ${isDisabled} THEN disabled_by END`;
}

async function remove(
  transaction: Transaction,
  removeWith: RemoveWithFlow,
  { id, condition }: { readonly id: string; readonly condition: Precondition | null },
): Promise<DeleteOutcome> {
  // Against this lock no run can be added meanwhile.
  const flow = await lock(transaction, id);
  if (flow === null) return 'missing';
  if (isStale(flow, condition)) return { stale: flow };
  const activeRuns = await transaction.run.count({
    where: { flowId: id, status: { in: ['pending', 'running'] } },
  });
  if (activeRuns > 0) return { activeRuns };
  await removeWith(transaction, id);
  await transaction.flowInput.deleteMany({ where: { flowId: id } });
  await transaction.$executeRaw`UPDATE flows SET deleted_at = clock_timestamp() WHERE id = ${id}`;
  return 'deleted';
}

async function writeInputs(
  transaction: Transaction,
  flowId: string,
  datasetIds: readonly string[],
): Promise<void> {
  if (datasetIds.length === 0) return;
  await transaction.$executeRaw`
    INSERT INTO flow_inputs (flow_id, dataset_id)
    SELECT ${flowId}, id FROM datasets WHERE id = ANY(${[...datasetIds]})`;
}
