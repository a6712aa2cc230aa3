import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { disconnectSignal } from './disconnect-signal.ts';

let server: Server;

afterEach(() => {
  server.close();
});

/** A client and the response that it waits for. */
async function caller(): Promise<{ readonly socket: Socket; readonly response: ServerResponse }> {
  const asked = Promise.withResolvers<ServerResponse>();
  server = createServer((_request, response) => {
    asked.resolve(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { socket, response: await asked.promise };
}

describe('disconnectSignal', () => {
  it('aborts when the client disconnects', async () => {
    const { socket, response } = await caller();
    const signal = disconnectSignal(response);
    expect(signal.aborted).toBe(false);
    socket.destroy();
    await once(signal, 'abort');
  });

  it('is aborted when the client disconnected before the call', async () => {
    const { socket, response } = await caller();
    socket.destroy();
    await once(response, 'close');
    expect(disconnectSignal(response).aborted).toBe(true);
  });
});
