import type { Database } from '../../prisma/client.ts';

/** Whether the service has any dataset, including deleted ones, or any flow. */
export async function hasContent(database: Database): Promise<boolean> {
  const [dataset, flow] = await Promise.all([
    database.dataset.findFirst({ select: { id: true } }),
    database.flow.findFirst({ where: { deletedAt: null }, select: { id: true } }),
  ]);
  return dataset !== null || flow !== null;
}
