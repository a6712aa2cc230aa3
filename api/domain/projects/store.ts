import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { nameKey } from '../name-key.ts';
import type { ListPage } from '../page.ts';

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

type Transaction = Prisma.TransactionClient;

interface LockedProject {
  readonly id: string;
  readonly name: string;
  readonly isDisabled: boolean;
}

/** What is in projects: flows and datasets follow what becomes of their project, in its transaction. */
export interface ProjectContents {
  /** Disables what is enabled in the project, and marks it. */
  readonly disable: (transaction: Transaction, projectId: string) => Promise<void>;
  /** Enables what the project had disabled; a flow that has another reason by now is marked by that. */
  readonly enable: (transaction: Transaction, projectId: string) => Promise<void>;
  readonly move: (
    transaction: Transaction,
    project: LockedProject,
    target: LockedProject,
  ) => Promise<void>;
}

// Counted for each project by itself, from indexes alone.
const SELECT = Prisma.sql`
  SELECT id, name, description, color, is_default AS "isDefault", is_disabled AS "isDisabled",
         created_at AS "createdAt", updated_at AS "updatedAt",
         (SELECT count(*)::int FROM datasets WHERE project_id = projects.id) AS "datasetCount",
         (SELECT count(*)::int FROM flows
          WHERE project_id = projects.id AND deleted_at IS NULL) AS "flowCount"
  FROM projects`;

export function createProjectStore(database: Database, contents: ProjectContents): ProjectStore {
  return {
    async list({ limit, offset }) {
      const [projects, total] = await Promise.all([
        database.$queryRaw<ProjectRecord[]>`
          ${SELECT} ORDER BY created_at, id LIMIT ${limit ?? null}::int OFFSET ${offset}::bigint`,
        database.project.count(),
      ]);
      return { projects, total };
    },
    async find(id) {
      const [project] = await database.$queryRaw<ProjectRecord[]>`${SELECT} WHERE id = ${id}`;
      return project ?? null;
    },
    async findDefault() {
      const [project] = await database.$queryRaw<ProjectRecord[]>`${SELECT} WHERE is_default`;
      return project ?? null;
    },
    async create(project) {
      const data = { ...project, nameKey: nameKey(project.name) };
      const { count } = await database.project.createMany({ data, skipDuplicates: true });
      return count === 1;
    },
    update: (id, change) =>
      database.$transaction(
        (transaction) => update(transaction, contents, { id, change }),
        TRANSACTION,
      ),
    moveOutAndDelete: (id, targetId) =>
      database.$transaction(
        (transaction) => moveOutAndDelete(transaction, contents, { id, targetId }),
        TRANSACTION,
      ),
  };
}

async function update(
  transaction: Transaction,
  contents: ProjectContents,
  { id, change }: { readonly id: string; readonly change: ProjectChange },
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
    await (change.isDisabled ? contents.disable : contents.enable)(transaction, id);
  }
  return 'updated';
}

async function moveOutAndDelete(
  transaction: Transaction,
  contents: ProjectContents,
  { id, targetId }: { readonly id: string; readonly targetId: string },
): Promise<boolean> {
  // Always in this order, so that two deletes cannot wait for each other.
  const target = await lockProject(transaction, targetId);
  const project = await lockProject(transaction, id);
  if (project === null || target === null) return false;
  await contents.move(transaction, project, target);
  await transaction.project.delete({ where: { id } });
  return true;
}

/** Holds the row until the transaction ends, so that nothing is put into the project meanwhile. */
async function lockProject(transaction: Transaction, id: string): Promise<LockedProject | null> {
  const rows = await transaction.$queryRaw<LockedProject[]>`
    SELECT id, name, is_disabled AS "isDisabled" FROM projects WHERE id = ${id} FOR UPDATE`;
  return rows[0] ?? null;
}
