import type { Database } from '../../../prisma/client.ts';

/** Longer than a healthy database ever takes, shorter than a probe waits. */
const ANSWER_WITHIN_MS = 2_000;

/** Asks the database for a sign of life. Never rejects. */
export async function isDatabaseUp(database: Database): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => {
    resolve(false);
  }, ANSWER_WITHIN_MS);
  const answer = database.$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
