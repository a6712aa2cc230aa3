import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { JobFailedError } from '../../execution/executors/executor.ts';
import { errorHandler } from './error-handler.ts';
import { invalid, unavailable } from '../../domain/errors.ts';
import { ApiError } from '../errors.ts';
import { traceContext } from './trace-context.ts';

function jobFailed(kind: 'cancelled' | 'overloaded' | 'unavailable'): JobFailedError {
  return new JobFailedError({ kind, message: 'No' });
}

it.each([
  ['a service that is unavailable', unavailable('The database is away'), 503, 1],
  ['a defect', new TypeError('x is undefined'), 500, 1],
  ['an unsupported request', new ApiError(501, 'There is no such coding'), 501, 0],
  ['an invalid request', invalid('No'), 400, 0],
  ['a preview whose client disconnected', jobFailed('cancelled'), 503, 0],
  ['a preview that finds its queue full', jobFailed('overloaded'), 503, 1],
  ['a preview while the service stops', jobFailed('unavailable'), 503, 0],
])(
  'answers %s with its status and logs only failures of the service',
  async (_title, error, status, logged) => {
    const lines: string[] = [];
    const app = express();
    app.use(traceContext(randomUUID, false));
    app.get('/', () => {
      throw error;
    });
    app.use(errorHandler(pino({ level: 'error' }, { write: (line) => void lines.push(line) })));
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('retry-after')).toBe(status === 503 ? '1' : null);
    expect(lines).toHaveLength(logged);
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  },
);
