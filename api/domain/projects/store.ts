import { z } from 'zod';
import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows } from '../../../prisma/query-rows.ts';
import { databaseTime } from '../database-time.ts';
import { nameKey } from '../name-key.ts';
import type { ListPage } from '../page.ts';

export type ProjectRecord = Readonly<z.output<typeof projectRow>>;

export interface NewProject {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly color: string;
  readonly isDefault: boolean;
}

/** Absent fields stay as they are. */
export interface ProjectChange {
  readonly name?: string;
  readonly description?: string | null;
  readonly color?: string;
  readonly isDisabled?: boolean;
}

export interface ProjectStore {
  /** A page, the oldest first, and the number of all projects. */
  list(page: ListPage): Promise<{ readonly projects: ProjectRecord[]; readonly total: number }>;
  find(id: string): Promise<ProjectRecord | null>;
  findDefault(): Promise<ProjectRecord | null>;
  /** @returns false when the name is taken */
  create(project: NewProject): Promise<boolean>;
  /**
   * Disabling a project disables its enabled datasets and flows and marks them. Enabling it enables the
   * marked ones, except flows that read a dataset which is disabled for another reason.
   */
  update(id: string, change: ProjectChange): Promise<'updated' | 'missing' | 'name taken'>;
  /**
   * Moves the contents of the project to another one, then deletes it. Disabled contents stay disabled,
   * also when the other project is disabled and enabled later. @returns false when either does not exist
   */
  moveOutAndDelete(id: string, targetId: string): Promise<boolean>;
}

type Transaction = Prisma.TransactionClient;

const lockedProject = z.object({ id: z.string(), name: z.string(), isDisabled: z.boolean() });

type LockedProject = Readonly<z.output<typeof lockedProject>>;

/** Changes the flows and datasets of a project with it, in its transaction. */
export interface ProjectContents {
  /** Disables the enabled contents and marks them. */
  readonly disable: (transaction: Transaction, projectId: string) => Promise<void>;
  /** Enables the marked contents; a flow with another reason to be disabled is marked with that. */
  readonly enable: (transaction: Transaction, projectId: string) => Promise<void>;
  readonly move: (
    transaction: Transaction,
    project: LockedProject,
    target: LockedProject,
  ) => Promise<void>;
}

const projectRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  color: z.string(),
  isDefault: z.boolean(),
  isDisabled: z.boolean(),
  datasetCount: z.int(),
  flowCount: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

// Prisma's client counts the contents of all projects to count those of one; these use indexes only.
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
        queryRows(
          database,
          projectRow,
          Prisma.sql`
            ${SELECT} ORDER BY created_at, id LIMIT ${limit ?? null}::int OFFSET ${offset}::bigint`,
        ),
        database.project.count(),
      ]);
      return { projects, total };
    },
    find: (id) => findProject(database, Prisma.sql`id = ${id}`),
    findDefault: () => findProject(database, Prisma.sql`is_default`),
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

async function findProject(database: Database, where: Prisma.Sql): Promise<ProjectRecord | null> {
  const [project] = await queryRows(database, projectRow, Prisma.sql`${SELECT} WHERE ${where}`);
  return project ?? null;
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
    data: {
      ...change,
      ...(key === undefined ? {} : { nameKey: key }),
      updatedAt: await databaseTime(transaction),
    },
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
  // The default project first: that order prevents deadlocks.
  const target = await lockProject(transaction, targetId);
  const project = await lockProject(transaction, id);
  if (project === null || target === null) return false;
  await contents.move(transaction, project, target);
  await transaction.project.delete({ where: { id } });
  return true;
}

/** Locks the row until the transaction ends: nothing can be added to the project until then. */
async function lockProject(transaction: Transaction, id: string): Promise<LockedProject | null> {
  // A row lock.
  const [project] = await queryRows(
    transaction,
    lockedProject,
    Prisma.sql`
      SELECT id, name, is_disabled AS "isDisabled" FROM projects WHERE id = ${id} FOR UPDATE`,
  );
  return project ?? null;
}
