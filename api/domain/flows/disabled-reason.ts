import type { Database } from '../../../prisma/client.ts';

/** A flow that does not run, and the id of the dataset or project that disabled it; null: a person did. */
interface DisabledFlow {
  readonly name: string;
  readonly disabledBy: string | null;
}

/** Returns why a flow is disabled and what enables it, as sentences for a person. */
export async function disabledReason(
  database: Pick<Database, 'dataset' | 'project'>,
  { name, disabledBy }: DisabledFlow,
): Promise<string> {
  if (disabledBy === null) return `The flow "${name}" is disabled. Enable it first.`;
  const where = { id: disabledBy };
  const dataset = await database.dataset.findUnique({
    where,
    select: { name: true, deletedAt: true },
  });
  if (dataset?.deletedAt != null) {
    return `The flow "${name}" is disabled, because its dataset "${dataset.name}" was deleted. Restore the dataset (POST /api/datasets/${disabledBy}/restore), which enables the flow, or read another one and enable the flow.`;
  }
  if (dataset !== null) {
    return `The flow "${name}" is disabled, because its dataset "${dataset.name}" is disabled. Enable the dataset, which enables the flow.`;
  }
  const project = await database.project.findUnique({ where, select: { name: true } });
  const by = project === null ? '' : `, because its project "${project.name}" is disabled`;
  return `The flow "${name}" is disabled${by}. Enable the ${project === null ? 'flow' : 'project, which enables the flow'}.`;
}
