import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { idOf, saveFlow } from '../../../test/support/contract-cases.ts';
import { chain, input, output } from '../../../test/support/contract-graphs.ts';
import { until } from '../../../test/support/until.ts';
import { LocalFolderStore } from '../../../runner/storage/local-folder-store.ts';

let app: TestApp;
let dataset: string;
let run: string;

beforeAll(async () => {
  app = await startTestApp();
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

const failures = (requestId: string): Record<string, unknown>[] =>
  app.logs.filter((event) => event.requestId === requestId && event.msg === 'request failed');

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
    await until(() => failures(id).length > 0);
    expect(failures(id)).toMatchObject([{ err: { message }, method: 'GET' }]);
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
    await until(() => app.logs.some((event) => event.requestId === id && event.msg === 'request'));
    expect(failures(id)).toEqual([]);
  });
});
