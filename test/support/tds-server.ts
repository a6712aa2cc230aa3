import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { endOfAnswer, loginAck, serverError, tabular, type TdsTable } from './tds-tokens.ts';

/** What the server does with a statement. */
export type TdsAnswer =
  | TdsTable
  | { readonly error: { readonly number: number; readonly message: string } }
  | 'close'
  | 'hang';

/** A statement of the service as it arrived. */
export interface TdsRequest {
  readonly kind: 'batch' | 'rpc' | 'bulk' | 'attention';
  /** The text of the statement; of other requests nothing. */
  readonly sql: string;
  readonly bytes: Buffer;
}

/** A server that speaks as much of TDS 7.4 as tests of the driver need. It executes nothing. */
export interface TdsServer {
  readonly port: number;
  readonly requests: readonly TdsRequest[];
  /** How many connections are open. */
  readonly openSockets: () => number;
  /** The answers of statements; undefined: an empty one. Default: none. */
  answer: (sql: string) => TdsAnswer | undefined;
  /** What happens to logins. */
  login: 'accept' | 'refuse' | 'hang';
  close(): Promise<void>;
}

const HEADER = 8;
/** How the settings of a session begin, which the driver sends after the login. */
const SETTINGS = 'set ansi_nulls';
const IS_LAST = 1;
const KINDS: Readonly<Record<number, TdsRequest['kind']>> = {
  1: 'batch',
  3: 'rpc',
  6: 'attention',
  7: 'bulk',
};
const LOGIN = 16;
const PRELOGIN = 18;

/** Starts the server on the loopback interface. */
export async function startTdsServer(): Promise<TdsServer> {
  const requests: TdsRequest[] = [];
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that leaves in the middle is what some tests are about.
    socket.on('error', () => undefined);
    onMessages(socket, (type, bytes) => {
      respond(socket, type, bytes);
    });
  });
  const server: TdsServer = {
    port: 0,
    requests,
    openSockets: () => sockets.size,
    answer: () => undefined,
    login: 'accept',
    close: async () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
  const respond = (socket: Socket, type: number, bytes: Buffer): void => {
    if (type === PRELOGIN) send(socket, WITHOUT_TLS);
    else if (type === LOGIN) send(socket, loginAnswer(server.login));
    else {
      const request = requestOf(type, bytes);
      if (request.sql.startsWith(SETTINGS)) {
        send(socket, endOfAnswer('batch', 0));
        return;
      }
      requests.push(request);
      const answer = server.answer(request.sql);
      send(socket, answerOf(request, answer));
      if (typeof answer === 'object' && 'isCut' in answer) socket.end();
    }
  };
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return Object.assign(server, { port: (listener.address() as AddressInfo).port });
}

/** Options of the first message: a version, and that there is no TLS. */
const WITHOUT_TLS = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 255, 16, 0, 0, 0, 0, 0, 2]);

function loginAnswer(login: TdsServer['login']): Buffer | 'hang' {
  if (login === 'hang') return 'hang';
  if (login === 'accept') return Buffer.concat([loginAck(), endOfAnswer('batch', 0)]);
  return Buffer.concat([
    serverError(18456, "Login failed for user 'sa'."),
    endOfAnswer('batch', 2),
  ]);
}

function answerOf({ kind }: TdsRequest, answer: TdsAnswer | undefined): Buffer | 'close' | 'hang' {
  if (kind === 'attention') return endOfAnswer('batch', 0x20);
  if (answer === undefined) return endOfAnswer(kind, 0);
  if (answer === 'close' || answer === 'hang') return answer;
  if ('error' in answer) {
    const { number, message } = answer.error;
    return Buffer.concat([serverError(number, message), endOfAnswer(kind, 2)]);
  }
  const table = tabular(answer);
  return answer.isCut === true
    ? table.subarray(0, -1)
    : Buffer.concat([table, endOfAnswer(kind, 0)]);
}

function requestOf(type: number, bytes: Buffer): TdsRequest {
  const kind = KINDS[type] ?? 'batch';
  const headers = kind === 'bulk' || kind === 'attention' ? 0 : bytes.readUInt32LE(0);
  const body = bytes.subarray(headers);
  if (kind === 'batch') return { kind, sql: body.toString('utf16le'), bytes };
  return { kind, sql: kind === 'rpc' ? statementOf(body) : '', bytes };
}

/** The first parameter of sp_executesql, which is a text. */
function statementOf(body: Buffer): string {
  // The number of the procedure and flags come before the name; a status and the type come behind it.
  const start = 6 + 1 + 2 * body.readUInt8(6) + 2;
  const isLong = body.readUInt16LE(start) === 0xffff;
  // The length and the collation.
  const at = start + 2 + 5;
  if (!isLong) return body.toString('utf16le', at + 2, at + 2 + body.readUInt16LE(at));
  return body.toString('utf16le', at + 12, at + 12 + body.readUInt32LE(at + 8));
}

/** Calls back with each whole message. */
function onMessages(socket: Socket, arrived: (type: number, bytes: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  let parts: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= HEADER && rest.length >= rest.readUInt16BE(2)) {
      const length = rest.readUInt16BE(2);
      const packet = rest.subarray(0, length);
      rest = rest.subarray(length);
      parts.push(packet.subarray(HEADER));
      if ((packet.readUInt8(1) & IS_LAST) === 0) continue;
      const bytes = Buffer.concat(parts);
      parts = [];
      arrived(packet.readUInt8(0), bytes);
    }
  });
}

const PACKET_BYTES = 4000;

function send(socket: Socket, answer: Buffer | 'close' | 'hang'): void {
  if (answer === 'hang') return;
  if (answer === 'close') {
    socket.destroy();
    return;
  }
  for (let at = 0; at < answer.length; at += PACKET_BYTES) {
    const part = answer.subarray(at, at + PACKET_BYTES);
    const header = Buffer.alloc(HEADER);
    header.writeUInt8(4, 0);
    header.writeUInt8(at + PACKET_BYTES >= answer.length ? IS_LAST : 0, 1);
    header.writeUInt16BE(HEADER + part.length, 2);
    socket.write(Buffer.concat([header, part]));
  }
}
