import { randomUUID } from 'node:crypto';
import type { Database } from '../../../prisma/client.ts';

/** The id of the installation that a database belongs to. The first call creates it. */
export async function installationId(database: Database): Promise<string> {
  await database.installation.createMany({ data: { id: randomUUID() }, skipDuplicates: true });
  const { id } = await database.installation.findFirstOrThrow();
  return id;
}
