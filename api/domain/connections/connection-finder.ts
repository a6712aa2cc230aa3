import type { Database } from '../../../prisma/client.ts';
import { connectionOf } from './connection-record.ts';
import { findConnections } from './connection-store.ts';
import type { FindConnections } from './connections-named.ts';
import { allowsProject, outOfScope } from './project-scope.ts';

/** Finds the parts of connections that runs and previews use. */
export function connectionFinder(database: Database): FindConnections {
  return async (ids, projectId) => {
    const records = await findConnections(database, ids);
    const isAllowed = (scope: readonly string[] | null): boolean =>
      projectId === null || allowsProject(scope, projectId);
    const projectName = records.every(({ projectIds }) => isAllowed(projectIds))
      ? ''
      : await nameOfProject(database, projectId ?? '');
    return records.map((record) => ({
      connection: connectionOf(record),
      refusal: isAllowed(record.projectIds) ? null : outOfScope(record.name, projectName),
    }));
  };
}

/** A project that was deleted concurrently is shown by its id. */
async function nameOfProject(database: Database, id: string): Promise<string> {
  const found = await database.project.findUnique({ where: { id }, select: { name: true } });
  return found?.name ?? id;
}
