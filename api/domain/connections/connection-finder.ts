import type { Database } from '../../../prisma/client.ts';
import { connectionOf } from './connection-record.ts';
import { createConnectionStore } from './connection-store.ts';
import type { FindConnections } from './connections-named.ts';

/** Finds the parts of connections that runs and previews use. */
export function connectionFinder(database: Database): FindConnections {
  const store = createConnectionStore(database);
  return async (ids) => (await store.findMany(ids)).map(connectionOf);
}
