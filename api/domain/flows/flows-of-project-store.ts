import type { Prisma } from '../../../prisma/generated/client.ts';

type Transaction = Prisma.TransactionClient;

/** Disables the enabled flows of a project and marks them as disabled by it. */
export async function disableFlowsIn(transaction: Transaction, projectId: string): Promise<void> {
  await transaction.flow.updateMany({
    where: { projectId, isDisabled: false },
    data: { isDisabled: true, disabledBy: projectId },
  });
}

/**
 * Moves the flows of a project to another one. Flows that the project had disabled stay disabled until a
 * person enables them.
 */
export async function moveFlows(
  transaction: Transaction,
  projectId: string,
  target: { readonly id: string; readonly isDisabled: boolean },
): Promise<void> {
  await transaction.flow.updateMany({
    where: { disabledBy: projectId },
    data: { disabledBy: null },
  });
  if (target.isDisabled) {
    await transaction.flow.updateMany({
      where: { projectId, isDisabled: false },
      data: { isDisabled: true, disabledBy: target.id },
    });
  }
  await transaction.flow.updateMany({ where: { projectId }, data: { projectId: target.id } });
}
