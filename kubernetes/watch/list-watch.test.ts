import { CollectionServer, thing } from '../../test/support/collection-server.ts';
import { respondWithStatus } from '../../test/support/kube-server.ts';
import { until } from '../../test/support/until.ts';
import { ListWatch } from './list-watch.ts';

const TIMING = { baseBackoff: 1, maxBackoff: 5, idleTimeout: 500 };

let server: CollectionServer;
let changes: string[];
let copy: ListWatch<string>;

async function open(canStream: boolean): Promise<void> {
  server = await CollectionServer.start({ canStream });
  changes = [];
  copy = new ListWatch({
    api: server.api,
    path: '/apis/things',
    transform: ({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`,
    onChange: (name, priority, last) => {
      changes.push(`${name} ${priority}${last === undefined ? '' : ` was ${last}`}`);
      server.wake();
    },
    timing: TIMING,
  });
}

afterEach(async () => {
  await copy.stop();
  await server.stop();
});

describe('a paged list', () => {
  beforeEach(async () => {
    await open(false);
  });

  it('is read to its last page, then watched from its resource version', async () => {
    server.pages = [
      () => ({ metadata: { resourceVersion: '5', continue: 'more' }, items: [thing('a', '1')] }),
      () => ({ metadata: { resourceVersion: '5' }, items: [thing('b', '2')] }),
    ];
    await copy.start();
    await server.until(() => server.watches.length === 1);
    expect(server.lists).toEqual(['start', 'more']);
    expect(server.watches[0]!.from).toBe('5');
    server.send('MODIFIED', thing('a', '6'));
    server.send('DELETED', thing('b', '7'));
    await server.until(() => changes.length === 4);
    expect(changes).toEqual(['a background', 'b background', 'a live', 'b live was b@2']);
    expect([...copy.entries()]).toEqual([['a', 'a@6']]);
  });

  it('is read after the objects that match the urgent selector', async () => {
    server.pages = [
      () => ({ metadata: { resourceVersion: '4' }, items: [thing('b', '2')] }),
      () => ({ metadata: { resourceVersion: '5' }, items: [thing('a', '1'), thing('b', '2')] }),
    ];
    const first = new ListWatch({
      api: server.api,
      path: '/apis/things',
      urgent: 'status.phase=',
      transform: ({ metadata }) => metadata.name,
      onChange: (name, priority) => changes.push(`${name} ${priority}`),
    });
    await first.start();
    await first.stop();
    expect(changes).toEqual(['b live', 'a background', 'b background']);
    expect(server.fieldSelectors).toEqual(['status.phase=', '']);
  });

  it('drops an object that the transform no longer keeps, and reports its removal', async () => {
    const some = new ListWatch({
      api: server.api,
      path: '/apis/things',
      transform: ({ metadata }) => (metadata.resourceVersion === '1' ? metadata.name : null),
      onChange: (name, priority, last) => {
        changes.push(`${name} ${priority} ${last ?? ''}`);
        server.wake();
      },
    });
    server.pages = [
      () => ({ metadata: { resourceVersion: '5' }, items: [thing('a', '1'), thing('b', '2')] }),
    ];
    await some.start();
    await server.until(() => server.watches.length === 1);
    server.send('MODIFIED', thing('a', '6'));
    server.send('DELETED', thing('b', '7'));
    server.send('ADDED', thing('c', '1'));
    await server.until(() => changes.length === 3);
    await some.stop();
    expect(changes).toEqual(['a background ', 'a live a', 'c live ']);
  });

  it('passes the cached value to the transform, which may keep it', async () => {
    const some = new ListWatch<{ version: string }>({
      api: server.api,
      path: '/apis/things',
      transform: ({ metadata: { resourceVersion: version } }, known) =>
        known?.version === version ? known : { version },
      onChange: () => undefined,
      timing: TIMING,
    });
    server.pages = [
      () => ({ metadata: { resourceVersion: '5' }, items: [thing('a', '1'), thing('b', '2')] }),
      () => ({ metadata: { resourceVersion: '7' }, items: [thing('a', '1'), thing('b', '6')] }),
    ];
    await some.start();
    const before = [some.get('a'), some.get('b')];
    await server.until(() => server.watches.length === 1);
    server.send('ERROR', { metadata: {}, code: 410, reason: 'Expired' });
    await server.until(() => server.watches.length === 2);
    await some.stop();
    expect(some.get('a')).toBe(before[0]);
    expect(before[1]).toEqual({ version: '2' });
    expect(some.get('b')).toEqual({ version: '6' });
  });

  it('resumes its watch from the last bookmark without reporting a change', async () => {
    server.pages = [() => ({ metadata: { resourceVersion: '5' }, items: [thing('a', '1')] })];
    await copy.start();
    await server.until(() => server.watches.length === 1);
    server.send('BOOKMARK', { metadata: { resourceVersion: '8' } });
    server.watches[0]!.response.end();
    await server.until(() => server.watches.length === 2);
    expect(server.watches[1]!.from).toBe('8');
    expect(server.lists).toEqual(['start']);
    expect(copy.get('a')).toBe('a@1');
  });

  it.each([
    [
      'reported as an event',
      (): void => {
        server.send('ERROR', { metadata: {}, code: 410, reason: 'Expired' });
      },
    ],
    [
      'reported as a response',
      (): void => {
        server.beforeWatch = (response) => {
          server.beforeWatch = null;
          respondWithStatus(response, 410, 'Expired');
          return true;
        };
        server.watches[0]!.response.end();
      },
    ],
  ])(
    'is read again after an expired version, %s, and reports the changes in between',
    async (_how, expire) => {
      server.pages = [
        () => ({ metadata: { resourceVersion: '5' }, items: [thing('a', '1'), thing('b', '2')] }),
        () => ({ metadata: { resourceVersion: '50' }, items: [thing('b', '2'), thing('c', '7')] }),
      ];
      await copy.start();
      await server.until(() => server.watches.length === 1);
      expire();
      await server.until(() => server.watches.length === 2);
      expect(server.watches[1]!.from).toBe('50');
      expect(changes.slice(2)).toEqual(['b background', 'c live', 'a live was a@1']);
      expect([...copy.entries()].length).toBe(2);
    },
  );

  it.each([
    ['and counts the changes that the watch missed', 0, 2],
    ['and counts nothing as missed after an expired version', Infinity, 0],
  ])('is read again periodically to check the watch, %s', async (_what, relistInterval, count) => {
    let missed = 0;
    const checked = new ListWatch({
      api: server.api,
      path: '/apis/things',
      transform: ({ metadata }) => metadata.name,
      onChange: () => undefined,
      observe: {
        connected: () => undefined,
        relisted: () => undefined,
        restarted: () => undefined,
        missed: () => (missed += 1),
      },
      timing: { ...TIMING, relistInterval },
    });
    server.pages = [
      () => ({ metadata: { resourceVersion: '5' }, items: [thing('a', '1'), thing('b', '2')] }),
      () => ({ metadata: { resourceVersion: '50' }, items: [thing('b', '2'), thing('c', '7')] }),
    ];
    await checked.start();
    await server.until(() => server.watches.length === 1);
    if (relistInterval === 0) server.watches[0]!.response.end();
    else server.send('ERROR', { metadata: {}, code: 410, reason: 'Expired' });
    await server.until(() => server.watches.length === 2);
    await checked.stop();
    expect([...checked.entries()].map(([name]) => name)).toEqual(['b', 'c']);
    expect(missed).toBe(count);
  });

  it('opens a new watch after the idle timeout', async () => {
    await copy.start();
    await server.until(() => server.watches.length === 2);
    expect(server.watches[1]!.from).toBe('9');
  });
});

describe('a streamed list', () => {
  beforeEach(async () => {
    await open(true);
  });

  /** Streams a first list of a and b. */
  async function listFirst(): Promise<void> {
    const started = copy.start();
    await server.until(() => server.watches.length === 1);
    server.send('ADDED', thing('a', '1'));
    server.send('ADDED', thing('b', '7'));
    server.sendListEnd('8');
    await started;
  }

  it('continues as the watch', async () => {
    await listFirst();
    expect([...copy.entries()].length).toBe(2);
    server.send('MODIFIED', thing('a', '9'));
    await server.until(() => changes.length === 3);
    expect(changes).toEqual(['a background', 'b background', 'a live']);
    expect(server.watches).toMatchObject([{ isStreamedList: true, from: '' }]);
    expect(server.lists).toEqual([]);
  });

  it('is incomplete until the server marks its end', async () => {
    let isComplete = false;
    const started = copy.start().then(() => (isComplete = true));
    await server.until(() => server.watches.length === 1);
    server.send('ADDED', thing('a', '1'));
    server.send('BOOKMARK', { metadata: { resourceVersion: '2' } });
    server.send('MODIFIED', thing('a', '3'));
    await server.until(() => changes.length === 2);
    expect(changes).toEqual(['a background', 'a live']);
    expect(isComplete).toBe(false);
    server.sendListEnd('3');
    await started;
  });

  it('restarts an interrupted streamed list and reports no deletions', async () => {
    await listFirst();
    server.send('ERROR', { metadata: {}, code: 410, reason: 'Expired' });
    await server.until(() => server.watches.length === 2);
    server.send('ADDED', thing('a', '1'));
    await server.until(() => changes.length === 3);
    server.watches[1]!.response.end();
    await server.until(() => server.watches.length === 3);
    expect(server.watches[2]).toMatchObject({ isStreamedList: true, from: '' });
    expect([...copy.entries()]).toEqual([
      ['a', 'a@1'],
      ['b', 'b@7'],
    ]);
  });

  it('reports the changes that happened between two watches', async () => {
    await listFirst();
    server.send('ERROR', { metadata: {}, code: 410, reason: 'Expired' });
    await server.until(() => server.watches.length === 2);
    server.send('ADDED', thing('b', '7'));
    server.send('ADDED', thing('c', '20'));
    server.send('ADDED', thing('d', '21'));
    server.send('DELETED', thing('d', '22'));
    server.sendListEnd('22');
    await server.until(() => changes.length === 7);
    expect(changes.slice(2)).toEqual([
      'b background',
      'c live',
      'd live',
      'd live was d@21',
      'a live was a@1',
    ]);
  });

  it('resumes its watch from the last change', async () => {
    await listFirst();
    server.send('MODIFIED', thing('a', '9'));
    await server.until(() => changes.length === 3);
    server.watches[0]!.response.end();
    await server.until(() => server.watches.length === 2);
    expect(server.watches[1]).toMatchObject({ isStreamedList: false, from: '9' });
  });
});

describe('an object that cannot be read', () => {
  let unreadable: string[];
  let readable: ListWatch<string>;

  beforeEach(async () => {
    await open(false);
    unreadable = [];
    readable = new ListWatch({
      api: server.api,
      path: '/apis/things',
      transform: ({ metadata: { name, resourceVersion } }) => {
        if (Number(resourceVersion) % 2 === 1) throw new Error(`${name} is odd`);
        return resourceVersion;
      },
      onUnreadable: ({ metadata }, error) => {
        unreadable.push(`${metadata.resourceVersion}: ${(error as Error).message}`);
        server.wake();
      },
      onChange: () => {
        server.wake();
      },
      timing: TIMING,
    });
    server.pages = [
      () => ({ metadata: { resourceVersion: '5' }, items: [thing('bad', '1'), thing('a', '2')] }),
    ];
    await readable.start();
  });

  afterEach(async () => {
    await readable.stop();
  });

  it('does not affect other objects of its list or watch, and is reported once a version', async () => {
    expect([...readable.entries()]).toEqual([['a', '2']]);
    expect(readable.isCurrent()).toBe(true);
    await server.until(() => server.watches.length === 1);
    server.send('MODIFIED', thing('bad', '7'));
    server.send('MODIFIED', thing('bad', '7'));
    server.send('ADDED', thing('b', '8'));
    await server.until(() => readable.get('b') !== undefined);
    expect(unreadable).toEqual(['1: bad is odd', '7: bad is odd']);
    expect(readable.isUnreadable('bad')).toBe(true);
  });

  it('is served once a later version can be read', async () => {
    await server.until(() => server.watches.length === 1);
    server.send('MODIFIED', thing('bad', '6'));
    await server.until(() => readable.get('bad') !== undefined);
    expect(readable.isUnreadable('bad')).toBe(false);
  });

  it('keeps its last readable version until it is deleted', async () => {
    await server.until(() => server.watches.length === 1);
    server.send('MODIFIED', thing('a', '7'));
    await server.until(() => readable.isUnreadable('a'));
    expect(readable.get('a')).toBe('2');
    server.send('DELETED', thing('a', '8'));
    await server.until(() => readable.get('a') === undefined);
    expect(readable.isUnreadable('a')).toBe(false);
  });
});

describe('a cache that a watch keeps current', () => {
  it('reports a watch that was closed immediately without an error', async () => {
    await open(false);
    const reasons: string[] = [];
    const watched = new ListWatch({
      api: server.api,
      path: '/apis/things',
      transform: () => true,
      onChange: () => undefined,
      observe: {
        connected: () => undefined,
        relisted: () => undefined,
        restarted: (reason) => reasons.push(reason),
        missed: () => undefined,
      },
      timing: { ...TIMING, idleTimeout: 60_000 },
    });
    server.beforeWatch = (response) => {
      server.beforeWatch = null;
      response.end();
      return true;
    };
    await watched.start();
    await server.until(() => server.watches.length === 1);
    await watched.stop();
    expect(reasons).toEqual([
      'the watch was closed immediately without an error, as a proxy may do',
    ]);
  });

  it('reports the code of an error without a message', async () => {
    await open(false);
    // The error of a server that accepts no connection at any of its addresses.
    const error = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    const failed = Promise.withResolvers<string>();
    const watched = new ListWatch({
      api: { request: () => Promise.reject(error) } as unknown as CollectionServer['api'],
      path: '/apis/things',
      urgent: 'all',
      transform: () => true,
      onChange: () => undefined,
      observe: {
        connected: () => undefined,
        relisted: () => undefined,
        restarted: failed.resolve,
        missed: () => undefined,
      },
      timing: TIMING,
    });
    void watched.start();
    expect(await failed.promise).toBe('ECONNREFUSED');
    await watched.stop();
  });

  it('is stale before its first list and when no watch has lasted for long', async () => {
    await open(false);
    server.pages = [() => ({ metadata: { resourceVersion: '5' }, items: [] })];
    const watched = new ListWatch({
      api: server.api,
      path: '/apis/things',
      transform: () => true,
      onChange: () => undefined,
      timing: { ...TIMING, staleAfter: 100 },
    });
    expect(watched.isCurrent()).toBe(false);
    await watched.start();
    await server.until(() => server.watches.length > 0);
    server.send('BOOKMARK', thing('', '6'));
    await server.until(() => watched.isCurrent());
    await server.stop();
    await until(() => !watched.isCurrent());
    await watched.stop();
  });
});
