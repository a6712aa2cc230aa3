import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import type { LogLine, TestApp } from '../../../test/support/app.ts';
import { idOf, saveFlow } from '../../../test/support/contract-cases.ts';
import { chain, input, output } from '../../../test/support/contract-graphs.ts';
import { startTestAppInProcess } from '../../../test/support/in-process-app.ts';
import { until } from '../../../test/support/until.ts';
import { LocalFolderStore } from '../../../runner/storage/local-folder-store.ts';

let app: TestApp;
let dataset: string;
let run: string;

beforeAll(async () => {
  app = await startTestAppInProcess();
  dataset = await idOf(app.upload('/api/datasets/upload', 'a.csv', 'x\n1\n2\n'));
  const flow = await saveFlow(app, chain([input(dataset), output()]));
  run = await idOf(app.call('POST', `/api/flows/${flow}/runs`));
});

afterAll(() => app.close());

afterEach(() => {
  jest.restoreAllMocks();
});

/** Replaces the body of every stored file, with the given size. */
function readInstead(body: Readable, bytes: number): void {
  jest.spyOn(LocalFolderStore.prototype, 'get').mockResolvedValue({ body, bytes });
}

/** The lines of a request with a message. */
async function logged(id: string, text: string): Promise<LogLine[]> {
  const lines = await app.readLogs();
  return lines.filter(({ requestId, msg }) => requestId === id && msg === text);
}

const failures = (requestId: string): Promise<LogLine[]> => logged(requestId, 'request failed');

const downloads = [
  ['of an output', () => `/api/runs/${run}/output`],
  ['of a dataset', () => `/api/datasets/${dataset}/versions/1/download`],
] as const;

describe.each(downloads)('a download %s', (title, path) => {
  const get = (requestId: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`${app.url}${path()}`, {
      headers: { 'X-Request-Id': requestId },
      signal: signal ?? null,
    });

  it.each([
    ['fails', new Error('The disk is gone'), 'The disk is gone'],
    ['closes', undefined, 'Premature close'],
  ])('is closed and logged in one line when the store %s midway', async (how, fault, message) => {
    const printed = jest.spyOn(console, 'error');
    const body = new Readable({ read: () => undefined });
    body.push('x\n');
    readInstead(body, 6);
    const id = `${how}-${title.replaceAll(' ', '-')}`;
    const answer = await get(id);
    body.destroy(fault);
    await expect(answer.text()).rejects.toThrow();
    await until(async () => (await failures(id)).length > 0);
    expect(await failures(id)).toMatchObject([{ err: { message }, method: 'GET' }]);
    expect(printed).not.toHaveBeenCalled();
  });

  it('logs no failure when the client disconnects', async () => {
    const body = new Readable({ read: () => undefined });
    body.push('x\n');
    readInstead(body, 6);
    const id = `gone-${title.replaceAll(' ', '-')}`;
    const caller = new AbortController();
    const answer = await get(id, caller.signal);
    expect(answer.status).toBe(200);
    caller.abort();
    await until(() => body.destroyed);
    await until(async () => (await logged(id, 'request')).length > 0);
    expect(await failures(id)).toEqual([]);
  });
});
