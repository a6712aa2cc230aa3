import type { Prisma } from '../../../prisma/generated/client.ts';

type Transaction = Prisma.TransactionClient;

/**
 * Keeps a project from being removed or disabled until the transaction ends. Take it before the row that
 * is in the project, so that two requests cannot wait for each other.
 * @returns null when there is no such project
 */
export async function shareProject(
  transaction: Transaction,
  id: string,
): Promise<{ readonly isDisabled: boolean } | null> {
  const rows = await transaction.$queryRaw<{ isDisabled: boolean }[]>`
    SELECT is_disabled AS "isDisabled" FROM projects WHERE id = ${id} FOR SHARE`;
  return rows[0] ?? null;
}

/** Waits until every transaction that shares the project has ended. */
export async function outwaitSharers(transaction: Transaction, id: string): Promise<void> {
  await transaction.$queryRaw`SELECT id FROM projects WHERE id = ${id} FOR NO KEY UPDATE`;
}
