import { z } from 'zod';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows } from '../../../prisma/query-rows.ts';
import { nameKey } from '../name-key.ts';
import { movedName } from './moved-name.ts';

type Transaction = Prisma.TransactionClient;

/** Disables the enabled datasets of a project and marks them as disabled by it. */
export async function disableDatasetsIn(
  transaction: Transaction,
  projectId: string,
): Promise<void> {
  await transaction.dataset.updateMany({
    // A deleted dataset is already disabled by its deletion.
    where: { projectId, isDisabled: false, deletedAt: null },
    data: { isDisabled: true, disabledBy: projectId },
  });
}

/** Enables the datasets that a project had disabled. @returns their ids */
export async function enableDatasetsIn(
  transaction: Transaction,
  projectId: string,
): Promise<string[]> {
  const enabled = await transaction.dataset.updateManyAndReturn({
    where: { projectId, disabledBy: projectId, deletedAt: null },
    data: { isDisabled: false, disabledBy: null },
    select: { id: true },
  });
  return enabled.map(({ id }) => id);
}

/**
 * Moves the datasets of a project to another one and renames those whose name exists there. Datasets that
 * the project had disabled stay disabled until a person enables them.
 */
export async function moveDatasets(
  transaction: Transaction,
  project: { readonly id: string; readonly name: string },
  target: { readonly id: string; readonly isDisabled: boolean },
): Promise<void> {
  const projectId = project.id;
  await transaction.dataset.updateMany({
    where: { disabledBy: projectId },
    data: { disabledBy: null },
  });
  if (target.isDisabled) {
    await transaction.dataset.updateMany({
      where: { projectId, isDisabled: false },
      data: { isDisabled: true, disabledBy: target.id },
    });
  }
  await renameClashes(transaction, project, target.id);
  await transaction.dataset.updateMany({ where: { projectId }, data: { projectId: target.id } });
}

async function renameClashes(
  transaction: Transaction,
  project: { readonly id: string; readonly name: string },
  targetId: string,
): Promise<void> {
  // Prisma's client cannot join a table with itself.
  const clashing = await queryRows(
    transaction,
    z.object({ id: z.string(), name: z.string() }),
    Prisma.sql`
      SELECT moving.id, moving.name FROM datasets AS moving CROSS JOIN LATERAL (
        SELECT FROM datasets WHERE project_id = ${targetId} AND name_key = moving.name_key OFFSET 0
      ) AS staying
      WHERE moving.project_id = ${project.id} ORDER BY moving.created_at, moving.id`,
  );
  if (clashing.length === 0) return;
  const rows = await transaction.dataset.findMany({
    where: { projectId: { in: [project.id, targetId] } },
    select: { nameKey: true },
  });
  const taken = new Set(rows.map((dataset) => dataset.nameKey));
  for (const dataset of clashing) {
    const name = movedName(dataset.name, project.name, taken);
    taken.add(nameKey(name));
    await transaction.dataset.update({
      where: { id: dataset.id },
      data: { name, nameKey: nameKey(name) },
    });
  }
}
