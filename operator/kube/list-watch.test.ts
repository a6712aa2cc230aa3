import type { ServerResponse } from 'node:http';
import { refuse, startKubeServer, type KubeServer } from '../../test/support/kube-server.ts';
import { ListWatch } from './list-watch.ts';

function object(name: string, version: string) {
  return { metadata: { name, uid: name, resourceVersion: version } };
}

describe('a list that is kept current', () => {
  let server: KubeServer;
  let lists: string[];
  let selectors: string[];
  let watches: { from: string; response: ServerResponse }[];
  let pages: (() => object)[];
  let wake: () => void;
  let changes: string[];
  let copy: ListWatch<string>;
  let beforeWatch: ((response: ServerResponse) => boolean) | null;

  beforeEach(async () => {
    lists = [];
    selectors = [];
    watches = [];
    changes = [];
    pages = [];
    wake = () => undefined;
    beforeWatch = null;
    server = await startKubeServer((url, response) => {
      if (url.searchParams.get('watch') === 'true') {
        const from = url.searchParams.get('resourceVersion') ?? '';
        if (beforeWatch?.(response) !== true) watches.push({ from, response });
        response.flushHeaders();
      } else {
        lists.push(url.searchParams.get('continue') ?? 'start');
        selectors.push(url.searchParams.get('fieldSelector') ?? '');
        response.end(
          JSON.stringify(pages.shift()?.() ?? { metadata: { resourceVersion: '9' }, items: [] }),
        );
      }
      wake();
    });
    copy = new ListWatch({
      api: server.api,
      path: '/apis/things',
      keep: ({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`,
      onChange: (name, priority, last) => {
        changes.push(`${name} ${priority}${last === undefined ? '' : ` was ${last}`}`);
        wake();
      },
      timing: { firstBackoff: 1, longestBackoff: 5, silentFor: 500 },
    });
  });

  afterEach(async () => {
    await copy.stop();
    await server.stop();
  });

  /** Waits for something that a request or a change will make true. */
  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => (wake = resolve));
  }

  function send(event: object): void {
    watches.at(-1)?.response.write(`${JSON.stringify(event)}\n`);
  }

  it('lists in pages, then follows the watch from the version of the list', async () => {
    pages = [
      () => ({ metadata: { resourceVersion: '5', continue: 'more' }, items: [object('a', '1')] }),
      () => ({ metadata: { resourceVersion: '5' }, items: [object('b', '2')] }),
    ];
    await copy.start();
    await until(() => watches.length === 1);
    expect(lists).toEqual(['start', 'more']);
    expect(watches[0]!.from).toBe('5');
    send({ type: 'MODIFIED', object: object('a', '6') });
    send({ type: 'DELETED', object: object('b', '7') });
    await until(() => changes.length === 4);
    expect(changes).toEqual(['a background', 'b background', 'a live', 'b live was b@2']);
    expect([...copy.entries()]).toEqual([['a', 'a@6']]);
  });

  it('lists what is wanted first, then all', async () => {
    pages = [
      () => ({ metadata: { resourceVersion: '4' }, items: [object('b', '2')] }),
      () => ({
        metadata: { resourceVersion: '5' },
        items: [object('a', '1'), object('b', '2')],
      }),
    ];
    const first = new ListWatch({
      api: server.api,
      path: '/apis/things',
      urgent: 'status.phase=',
      keep: ({ metadata }) => metadata.name,
      onChange: (name, priority) => changes.push(`${name} ${priority}`),
    });
    await first.start();
    await first.stop();
    expect(changes).toEqual(['b live', 'a background', 'b background']);
    expect(selectors).toEqual(['status.phase=', '']);
  });

  it('keeps nothing of what it is told to forget, and tells that it went', async () => {
    const some = new ListWatch({
      api: server.api,
      path: '/apis/things',
      keep: ({ metadata }) => (metadata.resourceVersion === '1' ? metadata.name : null),
      onChange: (name, priority, last) => {
        changes.push(`${name} ${priority} ${last ?? ''}`);
        wake();
      },
    });
    pages = [
      () => ({ metadata: { resourceVersion: '5' }, items: [object('a', '1'), object('b', '2')] }),
    ];
    await some.start();
    await until(() => watches.length === 1);
    send({ type: 'MODIFIED', object: object('a', '6') });
    send({ type: 'DELETED', object: object('b', '7') });
    send({ type: 'ADDED', object: object('c', '1') });
    await until(() => changes.length === 3);
    await some.stop();
    expect(changes).toEqual(['a background ', 'a live a', 'c live ']);
  });

  it('goes on from a bookmark when the watch ends, and takes its end for nothing', async () => {
    pages = [() => ({ metadata: { resourceVersion: '5' }, items: [object('a', '1')] })];
    await copy.start();
    await until(() => watches.length === 1);
    send({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '8' } } });
    watches[0]!.response.end();
    await until(() => watches.length === 2);
    expect(watches[1]!.from).toBe('8');
    expect(lists).toEqual(['start']);
    expect(copy.get('a')).toBe('a@1');
  });

  it.each([
    [
      'as an event',
      (): void => {
        send({ type: 'ERROR', object: { metadata: {}, code: 410, reason: 'Expired' } });
      },
    ],
    [
      'as an answer',
      (): void => {
        beforeWatch = (response) => {
          beforeWatch = null;
          refuse(response, 410, 'Expired');
          return true;
        };
        watches[0]!.response.end();
      },
    ],
  ])(
    'lists anew when its version is too old, %s, and tells what went meanwhile',
    async (_how, expire) => {
      pages = [
        () => ({ metadata: { resourceVersion: '5' }, items: [object('a', '1'), object('b', '2')] }),
        () => ({ metadata: { resourceVersion: '50' }, items: [object('b', '2')] }),
      ];
      await copy.start();
      await until(() => watches.length === 1);
      expire();
      await until(() => watches.length === 2);
      expect(watches[1]!.from).toBe('50');
      expect(changes).toContain('a live was a@1');
      expect(copy.size).toBe(1);
    },
  );

  it('cuts a watch that fell silent', async () => {
    await copy.start();
    await until(() => watches.length === 2);
    expect(watches[1]!.from).toBe('9');
  });
});
