import { z } from 'zod';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows, type QueryClient } from '../../../prisma/query-rows.ts';
import type { ProjectScope } from './project-scope.ts';

type Transaction = Prisma.TransactionClient;

/**
 * Looks the projects of a scope up, and keeps them from being deleted until the transaction ends, if the client
 * is one. Call it before any row of a connection is locked.
 * @returns the first project that does not exist; null: all do
 */
export async function unknownProjectOf(
  client: QueryClient,
  scope: ProjectScope,
): Promise<string | null> {
  if (scope === null) return null;
  // A row lock. The default project first, as a deletion locks them: that order prevents deadlocks.
  const rows = await queryRows(
    client,
    z.object({ id: z.string() }),
    Prisma.sql`
      SELECT id FROM projects WHERE id = ANY(${[...scope]})
      ORDER BY is_default DESC, id FOR KEY SHARE`,
  );
  const known = new Set(rows.map(({ id }) => id));
  return scope.find((id) => !known.has(id)) ?? null;
}

/** Replaces the projects of a connection. The row of the connection says whether there is a scope. */
export async function writeScope(
  transaction: Transaction,
  connectionId: string,
  scope: ProjectScope,
): Promise<void> {
  await transaction.connectionProject.deleteMany({ where: { connectionId } });
  const data = [...new Set(scope ?? [])].map((projectId) => ({ connectionId, projectId }));
  if (data.length > 0) await transaction.connectionProject.createMany({ data });
}
