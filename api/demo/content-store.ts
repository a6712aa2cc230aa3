import type { Database } from '../../prisma/client.ts';

/** Whether anything was ever put into the service: any dataset, deleted ones too, or any flow. */
export async function hasContent(database: Database): Promise<boolean> {
  const [dataset, flow] = await Promise.all([
    database.dataset.findFirst({ select: { id: true } }),
    database.flow.findFirst({ where: { deletedAt: null }, select: { id: true } }),
  ]);
  return dataset !== null || flow !== null;
}
