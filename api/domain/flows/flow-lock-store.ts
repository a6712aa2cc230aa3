import type { Prisma } from '../../../prisma/generated/client.ts';

type Transaction = Prisma.TransactionClient;

/** Keeps a flow from being deleted until the transaction ends. @returns false when it is not there */
export async function keepFlow(transaction: Transaction, id: string): Promise<boolean> {
  const flows = await transaction.$queryRaw<unknown[]>`
    SELECT FROM flows WHERE id = ${id} AND deleted_at IS NULL FOR KEY SHARE`;
  return flows.length > 0;
}

/** Keeps others that hold the flow waiting until the transaction ends; runs can still be inserted. */
export async function holdFlow(transaction: Transaction, id: string): Promise<void> {
  await transaction.$queryRaw`SELECT id FROM flows WHERE id = ${id} FOR NO KEY UPDATE`;
}
