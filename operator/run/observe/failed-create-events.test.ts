import { CollectionServer, thing } from '../../../test/support/collection-server.ts';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import { FailedCreateEvents } from './failed-create-events.ts';

let server: CollectionServer;
let awaited: Set<string>;
let changed: string[];
let unreadable: string[];
let failedCreates: FailedCreateEvents;

beforeEach(async () => {
  server = await CollectionServer.start({ canStream: false });
  awaited = new Set(['job-1', 'job-2']);
  changed = [];
  unreadable = [];
  failedCreates = new FailedCreateEvents({
    api: server.api,
    namespace: 'n',
    isAwaited: ({ uid }) => awaited.has(uid),
    onUnreadable: ({ metadata }) => unreadable.push(metadata.name),
    onChange: ({ name }) => {
      changed.push(name);
      server.wake();
    },
  });
});

afterEach(async () => {
  await failedCreates.stop();
  await server.stop();
});

let version = 0;

function event(name: string, job: string, second: number, message: string): KubeObject {
  version += 1;
  const lastTimestamp = `2026-01-01T00:00:0${second}Z`;
  const involvedObject = { kind: 'Job', name: `name of ${job}`, uid: job };
  return Object.assign(thing(name, String(version)), { involvedObject, message, lastTimestamp });
}

async function open(...items: readonly KubeObject[]): Promise<void> {
  server.pages = [() => ({ metadata: { resourceVersion: '5' }, items })];
  await failedCreates.start();
  await server.until(() => server.watches.length === 1);
}

describe('the reason why a Job cannot create pods', () => {
  it('is read by one list and one watch for all Jobs', async () => {
    await open(event('e1', 'job-1', 1, 'quota'), event('e2', 'job-2', 1, 'policy'));
    expect(failedCreates.of('job-1')).toBe('quota');
    expect(failedCreates.of('job-2')).toBe('policy');
    expect(server.lists).toEqual(['start']);
    expect(server.fieldSelectors).toEqual(['involvedObject.kind=Job,reason=FailedCreate']);
    server.send('ADDED', event('e3', 'job-1', 2, 'other quota'));
    await server.until(() => failedCreates.of('job-1') === 'other quota');
    expect(changed).toEqual(['name of job-1', 'name of job-2', 'name of job-1']);
    expect(server.lists).toHaveLength(1);
  });

  it('is known for other Jobs when one Event cannot be read', async () => {
    await open(thing('odd', '3'), event('e1', 'job-1', 1, 'quota'));
    expect(failedCreates.of('job-1')).toBe('quota');
    expect(unreadable).toEqual(['odd']);
  });

  it('is the latest Event of each Job, the only one that is kept', async () => {
    await open(event('e2', 'job-1', 2, 'newer'), event('e1', 'job-1', 1, 'older'));
    for (let index = 0; index < 50; index += 1) {
      server.send('ADDED', event(`more-${index}`, 'job-1', 3, `try ${index}`));
    }
    await server.until(() => failedCreates.of('job-1') === 'try 49');
    expect(failedCreates.size).toBe(1);
  });

  it('is kept only for awaited Jobs, until their Event or Job is gone', async () => {
    await open(event('e1', 'job-1', 1, 'quota'), event('e2', 'job-2', 1, 'policy'));
    server.send('ADDED', event('e9', 'of-another-owner', 1, 'no'));
    server.send('DELETED', event('e1', 'job-1', 1, 'quota'));
    await server.until(() => failedCreates.of('job-1') === null);
    failedCreates.forget('job-2');
    expect(failedCreates.of('job-2')).toBeNull();
    expect(failedCreates.of('of-another-owner')).toBeNull();
    expect(failedCreates.size).toBe(0);
  });
});
