import { FILE_FORMATS } from '../../runner/domain/file-format.ts';
import { startTestApp, type TestApp } from './app.ts';

/** A real storage of a provider, for the tests over HTTP that every one in the cloud passes. */
export interface ConnectionRig {
  /** The fields of a connection that works. Its secret is `env:` with the name of a variable below. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The variables of the service that have secrets. */
  readonly secrets: Readonly<Record<string, string>>;
  /** A name of a bucket that does not exist, and what the message says of it. */
  readonly missing: readonly [database: string, reason: string];
  /** Fields that are refused, each with what is said. */
  readonly refused: readonly (readonly [fields: object, reason: string])[];
  /** Writes an object as another program would. */
  put(key: string, content: string): Promise<void>;
  close(): Promise<void> | void;
}

interface RunAnswer {
  readonly error_message: string | null;
  readonly node_results: readonly object[];
}

/** Declares the tests of connections to a storage over HTTP, with real runner processes. */
export function describeStorageConnections(
  name: string,
  start: () => Promise<ConnectionRig>,
): void {
  describe(`a connection to ${name}`, () => {
    let app: TestApp;
    let rig: ConnectionRig;
    let id: string;

    beforeAll(async () => {
      rig = await start();
      app = await startTestApp({}, { variables: rig.secrets });
      const answer = await app.call('POST', '/api/connections', fields());
      expect(answer).toMatchObject({ status: 201 });
      ({ id } = answer.body as { id: string });
    });

    afterAll(async () => {
      await rig.close();
      await app.close();
    });

    const fields = (changes: object = {}): object => ({
      name: `S ${crypto.randomUUID()}`,
      ...rig.fields,
      ...changes,
    });

    const run = async (
      ...steps: readonly (readonly [type: string, config: object])[]
    ): Promise<RunAnswer> => {
      const nodes = steps.map(([type, config], place) => ({
        id: `n${place}`,
        type,
        position: { x: 0, y: 0 },
        data: { label: `N${place}`, config: { connection_id: id, ...config } },
      }));
      const edges = nodes.slice(1).map((node, place) => ({
        id: node.id,
        source: `n${place}`,
        target: node.id,
      }));
      const graph_json = { nodes, edges };
      const flow = await app.call('POST', '/api/flows', { name: 'S', graph_json });
      const { id: flowId } = flow.body as { id: string };
      return (await app.call('POST', `/api/flows/${flowId}/runs`, {})).body as RunAnswer;
    };

    it('is tested, and shows no secret when its bucket is missing', async () => {
      expect(await app.call('POST', `/api/connections/${id}/test`)).toMatchObject({
        body: { ok: true },
      });
      const [database, reason] = rig.missing;
      const missing = await app.call('POST', '/api/connections/test-config', fields({ database }));
      expect(missing).toMatchObject({
        status: 200,
        body: { ok: false, message: expect.stringContaining(reason) as unknown },
      });
      for (const secret of Object.values(rig.secrets)) {
        expect(JSON.stringify(missing.body)).not.toContain(JSON.stringify(secret).slice(1, -1));
      }
    });

    it('is refused with a secret among its options, or an option of a wrong type', async () => {
      for (const [changes, reason] of rig.refused) {
        const answer = await app.call('POST', '/api/connections', fields(changes));
        expect(answer).toMatchObject({ status: 400 });
        expect(JSON.stringify(answer.body)).toContain(reason);
      }
    });

    it('says that nothing accepts connections at its endpoint', async () => {
      const closed = fields({ host: 'http://127.0.0.1:1' });
      expect(await app.call('POST', '/api/connections/test-config', closed)).toMatchObject({
        body: { ok: false, message: expect.stringContaining('nothing accepts') as unknown },
      });
    });

    it('lists objects, and detects the dialect of one', async () => {
      await rig.put('in/b.csv', 'a;b\n1,5;x\n');
      await rig.put('in/a.csv', 'a,b\n');
      expect(await app.call('GET', `/api/connections/${id}/objects?prefix=in`)).toMatchObject({
        status: 200,
        body: ['in/a.csv', 'in/b.csv'],
      });
      const dialect = `/api/connections/${id}/objects/dialect?path=`;
      expect(await app.call('GET', `${dialect}in/b.csv`)).toMatchObject({
        body: { delimiter: ';', encoding: 'utf-8', decimal: ',' },
      });
      expect(await app.call('GET', `${dialect}in/none.csv`)).toMatchObject({ status: 400 });
    });

    it.each(FILE_FORMATS)('has %s that a flow writes and another reads', async (format) => {
      await rig.put('all.csv', 'i,t\n1,x\n2,\n');
      const path = `out/all.${format}`;
      const written = await run(
        ['storageInput', { path: 'all.csv' }],
        ['storageOutput', { path, format }],
      );
      expect(written).toMatchObject({ error_message: null });
      const read = await run(['storageInput', { path, format }], ['csvOutput', {}]);
      expect(read.error_message).toBeNull();
      if (format !== 'text') expect(read.node_results[0]).toMatchObject({ rows: 2 });
    });

    it('keeps an object with if_exists error', async () => {
      await rig.put('kept.csv', 'old');
      const refused = await run(
        ['storageInput', { path: 'all.csv' }],
        ['storageOutput', { path: 'kept.csv', format: 'csv', if_exists: 'error' }],
      );
      expect(refused.error_message).toMatch(/^N1 \(n1\): .*"kept.csv" already/);
    });

    it('refuses an endpoint in a private network when the service blocks those', async () => {
      const strict = await startTestApp({ SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS: 'true' });
      try {
        expect(await strict.call('POST', '/api/connections/test-config', fields())).toMatchObject({
          body: { ok: false, message: expect.stringContaining('may not reach') as unknown },
        });
      } finally {
        await strict.close();
      }
    });
  });
}
