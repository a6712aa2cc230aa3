import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ConnectionTarget } from '../../connection-target.ts';
import { RestRequests, type RestDeps } from './rest-requests.ts';

/** Statuses of a base URL that has no page of its own. */
const BASE_STATUSES = [400, 404, 405];

/** Gets the first endpoint, or the base URL if there is none, once. @throws UserError, or an error of the network */
export async function testRest(target: ConnectionTarget, deps: RestDeps = {}): Promise<void> {
  const requests = new RestRequests(target, deps);
  const file = path.join(os.tmpdir(), `millrace-rest-${randomUUID()}`);
  const [endpoint] = requests.options.endpoints;
  try {
    const accepted = endpoint === undefined ? BASE_STATUSES : [];
    await requests.get(requests.url(endpoint ?? null), file, { maxAttempts: 1, accepted });
  } finally {
    requests.close();
    await rm(file, { force: true });
  }
}
