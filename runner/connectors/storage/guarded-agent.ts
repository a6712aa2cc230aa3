import http from 'node:http';
import https from 'node:https';
import { Socket } from 'node:net';
import type { Endpoint } from './endpoint.ts';

/** A healthy server accepts within a round trip; this allows three lost packets (1 + 2 + 4 s). */
const CONNECT_TIMEOUT_MS = 10_000;
/** The maximum inactivity of a connection, not the duration of a request: objects can have many GB. */
const IDLE_TIMEOUT_MS = 120_000;
const MAX_SOCKETS = 256;

/**
 * The agent of the requests to an endpoint. Its sockets connect only to addresses that the endpoint allows, and
 * fail with `ETIMEDOUT` after ten seconds without a connection or two minutes without a byte. Node looks up no
 * literal address, so requests must not follow redirects.
 */
export function guardedAgent({ url, ...own }: Endpoint): http.Agent {
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS, timeout: IDLE_TIMEOUT_MS, ...own };
  const isTls = url.startsWith('https:');
  const agent = isTls ? new https.Agent(options) : new http.Agent(options);
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (request, done) => {
    const socket = connect(request, done);
    if (socket instanceof Socket) bound(socket, isTls);
    return socket;
  };
  return agent;
}

function bound(socket: Socket, isTls: boolean): void {
  const expire = (): void => {
    socket.destroy(Object.assign(new Error('the socket timed out'), { code: 'ETIMEDOUT' }));
  };
  const connecting = setTimeout(expire, CONNECT_TIMEOUT_MS);
  const stop = (): void => {
    clearTimeout(connecting);
  };
  socket.once(isTls ? 'secureConnect' : 'connect', stop);
  socket.once('close', stop);
  socket.on('timeout', expire);
}
