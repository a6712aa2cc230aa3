import type { Prisma } from '../../../prisma/generated/client.ts';

type Transaction = Prisma.TransactionClient;

/** Locks a flow against deletion until the transaction ends. @returns false when it does not exist */
export async function keepFlow(transaction: Transaction, id: string): Promise<boolean> {
  // A row lock; the result is the number of rows.
  const count = await transaction.$executeRaw`
    SELECT FROM flows WHERE id = ${id} AND deleted_at IS NULL FOR KEY SHARE`;
  return count > 0;
}

/** Locks a flow against others that call this until the transaction ends; runs can still be inserted. */
export async function holdFlow(transaction: Transaction, id: string): Promise<void> {
  // A row lock.
  await transaction.$executeRaw`SELECT id FROM flows WHERE id = ${id} FOR NO KEY UPDATE`;
}
