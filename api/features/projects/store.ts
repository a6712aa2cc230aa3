import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import type { Prisma } from '../../../prisma/generated/client.ts';
import { releaseFlows } from '../../domain/flows/disabled-flows-store.ts';
import { nameKey } from '../../name-key.ts';
import type { ListPage } from '../../openapi/list-query.ts';
import { movedName } from './moved-name.ts';

export interface ProjectRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly color: string;
  readonly isDefault: boolean;
  readonly isDisabled: boolean;
  readonly datasetCount: number;
  readonly flowCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewProject {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly color: string;
  readonly isDefault: boolean;
}

/** Absent fields are kept. */
export interface ProjectChange {
  readonly name?: string;
  readonly description?: string | null;
  readonly color?: string;
  readonly isDisabled?: boolean;
}

export interface ProjectStore {
  /** The oldest first; and how many there are in all. */
  list(page: ListPage): Promise<{ readonly projects: ProjectRecord[]; readonly total: number }>;
  find(id: string): Promise<ProjectRecord | null>;
  findDefault(): Promise<ProjectRecord | null>;
  /** @returns false when the name is taken */
  create(project: NewProject): Promise<boolean>;
  /**
   * Disabling also disables the project's enabled datasets and flows and marks them; enabling
   * enables the marked ones, unless a flow reads a dataset that is disabled for another reason.
   * @returns what came of it; `missing` when there is no such project
   */
  update(id: string, change: ProjectChange): Promise<'updated' | 'missing' | 'name taken'>;
  /**
   * Moves what is in the project to another one, then deletes it. What is disabled stays disabled,
   * also when the other project is disabled and enabled later. @returns false when it is not there
   */
  moveOutAndDelete(id: string, targetId: string): Promise<boolean>;
}

const WITH_COUNTS = {
  include: { _count: { select: { datasets: true, flows: { where: { deletedAt: null } } } } },
} as const;

type Row = Prisma.ProjectGetPayload<typeof WITH_COUNTS>;
type Transaction = Prisma.TransactionClient;

export function createProjectStore(database: Database): ProjectStore {
  return {
    async list({ limit, offset }) {
      const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
      const [rows, total] = await Promise.all([
        database.project.findMany({ ...WITH_COUNTS, orderBy, skip: offset, ...upTo(limit) }),
        database.project.count(),
      ]);
      return { projects: rows.map(toRecord), total };
    },
    async find(id) {
      const row = await database.project.findUnique({ ...WITH_COUNTS, where: { id } });
      return row === null ? null : toRecord(row);
    },
    async findDefault() {
      const row = await database.project.findFirst({ ...WITH_COUNTS, where: { isDefault: true } });
      return row === null ? null : toRecord(row);
    },
    async create(project) {
      const data = { ...project, nameKey: nameKey(project.name) };
      const { count } = await database.project.createMany({ data, skipDuplicates: true });
      return count === 1;
    },
    update: (id, change) =>
      database.$transaction((transaction) => update(transaction, id, change), TRANSACTION),
    moveOutAndDelete: (id, targetId) =>
      database.$transaction(
        (transaction) => moveOutAndDelete(transaction, id, targetId),
        TRANSACTION,
      ),
  };
}

/** @param limit undefined: all */
function upTo(limit: number | undefined): { take?: number } {
  return limit === undefined ? {} : { take: limit };
}

async function update(
  transaction: Transaction,
  id: string,
  change: ProjectChange,
): Promise<'updated' | 'missing' | 'name taken'> {
  const before = await lockProject(transaction, id);
  if (before === null) return 'missing';
  const key = change.name === undefined ? undefined : nameKey(change.name);
  if (
    key !== undefined &&
    (await transaction.project.count({ where: { nameKey: key, id: { not: id } } })) > 0
  ) {
    return 'name taken';
  }
  await transaction.project.update({
    where: { id },
    data: { ...change, ...(key === undefined ? {} : { nameKey: key }), updatedAt: new Date() },
  });
  if (change.isDisabled !== undefined && change.isDisabled !== before.isDisabled) {
    await (change.isDisabled ? disableContents : enableContents)(transaction, id);
  }
  return 'updated';
}

/** Disables what is enabled in the project, and marks it. */
async function disableContents(transaction: Transaction, id: string): Promise<void> {
  const where = { projectId: id, isDisabled: false };
  const data = { isDisabled: true, disabledBy: id };
  await transaction.flow.updateMany({ where, data });
  // Deleted datasets are disabled for a reason of their own.
  await transaction.dataset.updateMany({ where: { ...where, deletedAt: null }, data });
}

/** Enables what the project had disabled; a flow that has another reason by now is marked by that. */
async function enableContents(transaction: Transaction, id: string): Promise<void> {
  const released = await transaction.dataset.updateManyAndReturn({
    where: { projectId: id, disabledBy: id, deletedAt: null },
    data: { isDisabled: false, disabledBy: null },
    select: { id: true },
  });
  await releaseFlows(transaction, [id, ...released.map((dataset) => dataset.id)]);
}

async function moveOutAndDelete(
  transaction: Transaction,
  id: string,
  targetId: string,
): Promise<boolean> {
  // Always in this order, so that two deletes cannot wait for each other.
  const target = await lockProject(transaction, targetId);
  const project = await lockProject(transaction, id);
  if (project === null || target === null) return false;
  // What the project had disabled stays so, as if by hand: nothing but a person enables it again.
  const marked = { where: { disabledBy: id }, data: { disabledBy: null } };
  await transaction.flow.updateMany(marked);
  await transaction.dataset.updateMany(marked);
  if (target.isDisabled) {
    const data = { isDisabled: true, disabledBy: targetId };
    await transaction.flow.updateMany({ where: { projectId: id, isDisabled: false }, data });
    await transaction.dataset.updateMany({ where: { projectId: id, isDisabled: false }, data });
  }
  await renameClashes(transaction, project, targetId);
  const data = { projectId: targetId };
  await transaction.dataset.updateMany({ where: { projectId: id }, data });
  await transaction.flow.updateMany({ where: { projectId: id }, data });
  await transaction.project.delete({ where: { id } });
  return true;
}

async function renameClashes(
  transaction: Transaction,
  project: { readonly id: string; readonly name: string },
  targetId: string,
): Promise<void> {
  const select = { id: true, name: true, nameKey: true } as const;
  const moving = await transaction.dataset.findMany({ where: { projectId: project.id }, select });
  const staying = await transaction.dataset.findMany({ where: { projectId: targetId }, select });
  const taken = new Set(staying.map((dataset) => dataset.nameKey));
  const clashing = moving.filter((dataset) => taken.has(dataset.nameKey));
  for (const dataset of moving) taken.add(dataset.nameKey);
  for (const dataset of clashing) {
    const name = movedName(dataset.name, project.name, taken);
    taken.add(nameKey(name));
    await transaction.dataset.update({
      where: { id: dataset.id },
      data: { name, nameKey: nameKey(name) },
    });
  }
}

interface LockedProject {
  readonly id: string;
  readonly name: string;
  readonly isDisabled: boolean;
}

/** Holds the row until the transaction ends, so that nothing is put into the project meanwhile. */
async function lockProject(transaction: Transaction, id: string): Promise<LockedProject | null> {
  const rows = await transaction.$queryRaw<LockedProject[]>`
    SELECT id, name, is_disabled AS "isDisabled" FROM projects WHERE id = ${id} FOR UPDATE`;
  return rows[0] ?? null;
}

function toRecord({ _count, ...row }: Row): ProjectRecord {
  return { ...row, datasetCount: _count.datasets, flowCount: _count.flows };
}
