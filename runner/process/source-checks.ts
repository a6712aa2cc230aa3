import { JobConnections } from '../connectors/job-connections.ts';
import { isObjectPattern } from '../connectors/storage/object-pattern.ts';
import type { SourceChangesJob } from '../domain/runner-job.ts';
import type { CheckedSource } from '../domain/source-check.ts';

/** Whether a source has new rows or another object. It reads neither. @throws UserError */
export async function findSourceChanges({
  connections,
  sources,
}: SourceChangesJob): Promise<boolean> {
  const opened = new JobConnections(connections);
  for (const source of sources) {
    if (await hasChanged(source, opened)) return true;
  }
  return false;
}

async function versionOf(
  { connectionId, path }: Pick<CheckedSource & { kind: 'object' }, 'connectionId' | 'path'>,
  connections: JobConnections,
): Promise<string> {
  return await connections.storage(connectionId, async (storage) => {
    if (!isObjectPattern(path)) return await storage.version(path);
    const { findMatchingObjects, versionOfObjects } =
      await import('../execution/matching-objects.ts');
    return versionOfObjects(await findMatchingObjects(storage, path));
  });
}

async function hasChanged(checked: CheckedSource, connections: JobConnections): Promise<boolean> {
  const { connectionId } = checked;
  if (checked.kind === 'object') {
    return (await versionOf(checked, connections)) !== checked.version;
  }
  const { mark } = await connections.window(connectionId, { ...checked, seeksNulls: false });
  return mark !== null;
}
