import { once } from 'node:events';
import { startWebServer } from '../../../test/support/web-server.ts';
import { useStorage } from './use-storage.ts';

const CHUNK = Buffer.alloc(1 << 16, 'a');
/** More than sockets and streams buffer. */
const OBJECT_CHUNKS = 4_096;

describe('the first bytes of an object', () => {
  it('are all that is read of a server that ignores the range', async () => {
    let sent = 0;
    let closed: Promise<unknown> = Promise.resolve();
    const server = await startWebServer((_url, response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'Content-Length': CHUNK.length * OBJECT_CHUNKS });
      const send = (): void => {
        while (sent < OBJECT_CHUNKS && !response.destroyed) {
          sent += 1;
          if (!response.write(CHUNK)) return;
        }
      };
      response.on('drain', send);
      send();
    });
    try {
      const connection = {
        id: 'c',
        name: 'Files',
        provider: 's3',
        host: server.url,
        port: null,
        database: 'bucket',
        username: 'key',
        secret: 'env:KEY',
        options: null,
      };
      const sources = { fileFolders: [], named: () => Promise.resolve({ value: 'secret' }) };
      const head = await useStorage(connection, sources, (storage) =>
        storage.readHead({ path: 'large.csv', maxBytes: 1_000 }),
      );
      expect(head).toEqual(CHUNK.subarray(0, 1_000));
      await closed;
      expect(sent).toBeLessThan(OBJECT_CHUNKS);
      expect(server.requests[0]?.headers.range).toBe('bytes=0-999');
    } finally {
      await server.close();
    }
  });
});
