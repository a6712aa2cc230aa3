import type { Prisma } from '../../../prisma/generated/client.ts';

type Transaction = Prisma.TransactionClient;

/** Disables the enabled flows that use a dataset, and marks them as disabled by it. */
export async function disableFlowsOf(transaction: Transaction, datasetId: string): Promise<void> {
  await transaction.$executeRaw`
    UPDATE flows SET is_disabled = true, disabled_by = ${datasetId}
    WHERE NOT is_disabled AND id IN (SELECT flow_id FROM flow_inputs WHERE dataset_id = ${datasetId})`;
}

/**
 * Enables the flows that a dataset or a project had disabled. One that has another reason by now, a
 * disabled project or another disabled dataset, stays disabled and is marked by that instead.
 * @param causes the datasets and projects that disable no flow any more
 */
export async function releaseFlows(
  transaction: Transaction,
  causes: readonly string[],
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE flows AS f SET is_disabled = reason.id IS NOT NULL, disabled_by = reason.id
    FROM (
      SELECT marked.id AS flow_id, COALESCE(
        (SELECT p.id FROM projects p WHERE p.id = marked.project_id AND p.is_disabled),
        (SELECT d.id FROM flow_inputs i JOIN datasets d ON d.id = i.dataset_id
         WHERE i.flow_id = marked.id AND d.is_disabled AND d.id <> ALL(${[...causes]})
         ORDER BY d.id LIMIT 1)
      ) AS id
      FROM flows marked WHERE marked.disabled_by = ANY(${[...causes]})
    ) AS reason
    WHERE f.id = reason.flow_id`;
}
