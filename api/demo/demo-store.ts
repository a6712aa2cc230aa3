import type { Database } from '../../prisma/client.ts';
import { UNFINISHED_DEMO } from './demo-project.ts';

/** Whether the service has no dataset, deleted or not, and no flow, or an interrupted seed left its demo unfinished. */
export async function needsDemo(database: Database): Promise<boolean> {
  const [dataset, flow, unfinished] = await Promise.all([
    database.dataset.findFirst({ select: { id: true } }),
    database.flow.findFirst({ where: { deletedAt: null }, select: { id: true } }),
    database.project.findFirst({ where: UNFINISHED_DEMO, select: { id: true } }),
  ]);
  return unfinished !== null || (dataset === null && flow === null);
}
