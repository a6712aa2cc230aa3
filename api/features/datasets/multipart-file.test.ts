import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { openHttpServer, type HttpServer } from '../../http/http-server.ts';
import { receiveMultipartFile } from './multipart-file.ts';

const BROKEN_OFF = {
  name: 'DomainError',
  code: 'invalid',
  message: 'The request ended before its body was complete',
};

let server: HttpServer;

afterEach(async () => {
  await server.close();
});

interface HalfUpload {
  readonly socket: Socket;
  /** Why the file could not be read, and why the form could not be. */
  readonly failures: Promise<readonly unknown[]>;
}

/** Sends a form up to the middle of its file, which is being read. */
async function halfUpload(stallsMs: number): Promise<HalfUpload> {
  server = await openHttpServer('127.0.0.1', 0, stallsMs);
  const failures = Promise.withResolvers<readonly unknown[]>();
  const begun = Promise.withResolvers<undefined>();
  server.handleWith((request) => {
    let reading: Promise<unknown> = Promise.resolve();
    const form = receiveMultipartFile(request, { field: 'file', maxBytes: 1000 }, ({ content }) => {
      content.once('data', begun.resolve);
      reading = content.toArray();
      return reading;
    });
    const failure = (work: Promise<unknown>) =>
      work.then(() => 'none').catch((error: unknown) => error);
    void failure(form).then(async (ofForm) => {
      failures.resolve([await failure(reading), ofForm]);
    });
  });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    'POST / HTTP/1.1\r\nHost: test\r\nContent-Type: multipart/form-data; boundary=b\r\n' +
      'Content-Length: 900\r\n\r\n' +
      `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${'1,2\n'.repeat(50)}`,
  );
  await begun.promise;
  return { socket, failures: failures.promise };
}

describe('a form whose sender', () => {
  it('goes away has ended too early: nothing behind the service is down', async () => {
    const { socket, failures } = await halfUpload(60_000);
    socket.destroy();
    expect(await failures).toMatchObject([BROKEN_OFF, BROKEN_OFF]);
  });

  it('went away before the form is read has ended too early: nothing waits for it', async () => {
    server = await openHttpServer('127.0.0.1', 0, 60_000);
    const failure = Promise.withResolvers<unknown>();
    server.handleWith((request) => {
      // What a request is checked for before its body is read takes time.
      request.once('close', () => {
        const options = { field: 'file', maxBytes: 1000 };
        receiveMultipartFile(request, options, () => Promise.resolve()).catch(failure.resolve);
      });
      socket.destroy();
    });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      'POST / HTTP/1.1\r\nHost: test\r\nContent-Type: multipart/form-data; boundary=b\r\n' +
        'Content-Length: 900\r\n\r\n--b\r\n',
    );
    expect(await failure.promise).toMatchObject(BROKEN_OFF);
  });

  it('sends nothing more has ended too early: nothing waits for the rest', async () => {
    const { failures } = await halfUpload(50);
    expect(await failures).toMatchObject([BROKEN_OFF, BROKEN_OFF]);
  });
});
