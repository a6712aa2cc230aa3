import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as the server received it. */
export interface ReceivedRequest {
  /** The path with its parameters. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export interface WebServer {
  readonly port: number;
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** Answers a request; the URL has the path and the parameters. */
export type Answer = (url: URL, response: ServerResponse, request: IncomingMessage) => void;

/** Starts a server on a free port of the loopback address. */
export async function startWebServer(answer: Answer): Promise<WebServer> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ path, headers: request.headers });
    response.on('error', () => undefined);
    answer(new URL(path, 'http://server'), response, request);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}
