import { z } from 'zod';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows } from '../../../prisma/query-rows.ts';

type Transaction = Prisma.TransactionClient;

/**
 * Locks a project against being deleted or disabled until the transaction ends; others can lock it so
 * too. Lock the project before any row in it: that order prevents deadlocks.
 * @returns null when there is no such project
 */
export async function shareProject(
  transaction: Transaction,
  id: string,
): Promise<{ readonly isDisabled: boolean } | null> {
  // A row lock.
  const [project] = await queryRows(
    transaction,
    z.object({ isDisabled: z.boolean() }),
    Prisma.sql`SELECT is_disabled AS "isDisabled" FROM projects WHERE id = ${id} FOR SHARE`,
  );
  return project ?? null;
}

/** Waits until every transaction that holds the shared lock of the project has ended. */
export async function waitForSharedLocks(transaction: Transaction, id: string): Promise<void> {
  // A row lock.
  await transaction.$executeRaw`SELECT id FROM projects WHERE id = ${id} FOR NO KEY UPDATE`;
}
