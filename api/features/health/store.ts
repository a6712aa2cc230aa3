import type { Database } from '../../../prisma/client.ts';

/** More than a healthy database needs, less than the timeout of a probe. */
const TIMEOUT_MS = 2_000;

/** Whether the database answers within two seconds. Never rejects. */
export async function isDatabaseUp(database: Database): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => {
    resolve(false);
  }, TIMEOUT_MS);
  // Prisma's client cannot query without a table.
  const answer = database.$executeRaw`SELECT 1`.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
