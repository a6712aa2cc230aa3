import type { Prisma } from '../../../prisma/generated/client.ts';

type Transaction = Prisma.TransactionClient;

/** Disables the enabled flows that read any of the datasets and marks each with one of these. */
export async function disableFlowsOf(
  transaction: Transaction,
  datasetIds: readonly string[],
): Promise<void> {
  // Prisma's client cannot update a table from another one. PostgreSQL finds the rows of an array by the
  // index; it reads the whole table for a join if that is small or its statistics are old.
  await transaction.$executeRaw`
    UPDATE flows SET is_disabled = true, disabled_by =
      (SELECT min(i.dataset_id) FROM flow_inputs i
       WHERE i.flow_id = flows.id AND i.dataset_id = ANY(${[...datasetIds]}::text[]))
    WHERE id = ANY(ARRAY(SELECT DISTINCT flow_id FROM flow_inputs
                         WHERE dataset_id = ANY(${[...datasetIds]}::text[])))
      AND NOT is_disabled`;
}

/**
 * Enables the flows that a dataset or project had disabled. A flow whose project or another dataset is
 * disabled stays disabled and is marked with that.
 * @param causes the ids of the datasets and projects that are enabled now
 */
export async function releaseFlows(
  transaction: Transaction,
  causes: readonly string[],
): Promise<void> {
  // Prisma's client cannot update a table from other ones.
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
