import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { json } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { createGunzip, gzipSync } from 'node:zlib';
import type { LoopbackCertificate } from './loopback-certificate.ts';

/** A column of a result, in the words of the protocol. */
export interface SnowflakeColumn {
  readonly name: string;
  readonly type: string;
  readonly precision?: number;
  readonly scale?: number;
  readonly fields?: readonly object[];
}

export interface SnowflakeTable {
  readonly columns: readonly SnowflakeColumn[];
  readonly rows?: readonly (readonly (string | null)[])[];
  /** The rows that are fetched from other addresses, by part; `broken`: the address answers with an error. */
  readonly parts?: readonly (readonly (readonly (string | null)[])[] | 'broken')[];
  /** The client has to ask again for the result. */
  readonly isLate?: true;
}

/** What the server does with a statement. */
export type SnowflakeAnswer =
  SnowflakeTable | { readonly error: { readonly code: string; readonly message: string } } | 'hang';

/** A request of the driver as it arrived. */
export interface SnowflakeRequest {
  readonly path: string;
  /** The text of the statement; of other requests nothing. */
  readonly sql: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A server that speaks as much of the protocol of Snowflake as tests of the driver need. It executes nothing. */
export interface SnowflakeServer {
  readonly port: number;
  readonly requests: readonly SnowflakeRequest[];
  /** How many sessions are open. */
  readonly openSessions: () => number;
  /** How many connections are open. */
  readonly openSockets: () => number;
  /** The answers of statements; undefined: that it is done, without rows of a query. */
  answer: (sql: string) => SnowflakeAnswer | undefined;
  /** What a session has; null: nothing of that name. */
  session: Readonly<
    Record<'finalDatabaseName' | 'finalSchemaName' | 'finalWarehouseName', string | null>
  >;
  /** What happens to logins. */
  login: 'accept' | 'refuse' | 'hang' | 'no account';
  /** What happens to heartbeats of sessions. */
  heartbeat: 'accept' | 'unavailable';
  /**
   * A statement with this text, a part with it in its path (`/parts/ID/PLACE`), and whatever is asked after it, get no
   * answer; null: everything gets one.
   */
  freezesAt: string | null;
  readonly isFrozen: boolean;
  /** Does the statements that hang, as if nothing had held them up. */
  proceed(): void;
  close(): Promise<void>;
}

const DONE: SnowflakeTable = {
  columns: [{ name: 'status', type: 'text' }],
  rows: [['Statement executed successfully.']],
};

const CANCELED = { success: false, code: '000604', message: 'SQL execution canceled', data: {} };

const NOTHING: SnowflakeTable = { columns: DONE.columns };

/** Starts the server on the loopback interface. */
export async function startSnowflakeServer(
  certificate: LoopbackCertificate,
): Promise<SnowflakeServer> {
  const requests: SnowflakeRequest[] = [];
  const results = new Map<string, SnowflakeTable>();
  const hanging: ServerResponse[] = [];
  const frozen: ServerResponse[] = [];
  const frozenParts: ServerResponse[] = [];
  const sockets = new Set<Duplex>();
  let sessions = 0;
  let queries = 0;

  const login = (response: ServerResponse): void => {
    if (server.login === 'hang') return;
    if (server.login === 'no account') {
      response.writeHead(403).end('<html>Forbidden</html>');
      return;
    }
    if (server.login === 'refuse') {
      const message = 'Incorrect username or password was specified.';
      send(response, { success: false, code: '390100', message, data: { nextAction: 'RETRY' } });
      return;
    }
    sessions += 1;
    const validity = { validityInSeconds: 3600, masterValidityInSeconds: 14_400 };
    const data = {
      token: 't',
      masterToken: 'm',
      sessionId: sessions,
      parameters: KEPT_ALIVE,
      ...validity,
    };
    send(response, { success: true, data });
  };

  const query = (response: ServerResponse, sql: string, isDescribed: boolean): void => {
    const answer = server.answer(sql) ?? (sql.startsWith('SELECT') ? NOTHING : DONE);
    queries += 1;
    const queryId = `00000000-0000-0000-0000-${String(queries).padStart(12, '0')}`;
    if (answer === 'hang') {
      hanging.push(response);
      return;
    }
    if ('error' in answer) {
      const data = { queryId, sqlState: '42000', errorCode: answer.error.code };
      send(response, { success: false, ...answer.error, data });
      return;
    }
    results.set(queryId, isDescribed ? { ...answer, rows: [], parts: [] } : answer);
    if (answer.isLate !== true) {
      send(response, resultOf(queryId));
      return;
    }
    const getResultUrl = `/queries/${queryId}/result`;
    send(response, { success: true, code: '333334', data: { queryId, getResultUrl } });
  };

  const cancel = (): void => {
    for (const response of hanging.splice(0)) send(response, CANCELED);
  };

  const freezes = (text: string): boolean => {
    if (server.freezesAt !== null && text.includes(server.freezesAt)) server.isFrozen = true;
    return server.isFrozen;
  };

  /** The driver would repeat for hours a request that fails without an answer. */
  const thaw = async (): Promise<void> => {
    server.isFrozen = false;
    server.freezesAt = null;
    for (const response of frozenParts.splice(0)) response.writeHead(404).end();
    for (const response of frozen.splice(0)) {
      if (response.destroyed) continue;
      send(response, CANCELED);
      await finished(response).catch(() => undefined);
    }
  };

  const resultOf = (queryId: string): object => {
    const { columns, rows = [], parts = [] } = results.get(queryId) ?? DONE;
    const chunks = parts.map((part, place) => ({
      url: `https://127.0.0.1:${server.port}/parts/${queryId}/${place}`,
      rowCount: part === 'broken' ? 1 : part.length,
    }));
    const total = chunks.reduce((sum, { rowCount }) => sum + rowCount, rows.length);
    return {
      success: true,
      data: {
        queryId,
        rowtype: columns.map((column) => ({ nullable: true, ...column })),
        rowset: rows,
        total,
        returned: total,
        version: 1,
        ...server.session,
        parameters: PARAMETERS,
        ...(chunks.length === 0 ? {} : { chunks, chunkHeaders: {} }),
      },
    };
  };

  const part = (response: ServerResponse, queryId: string, place: string): void => {
    const rows = results.get(queryId)?.parts?.[Number(place)] ?? 'broken';
    if (rows === 'broken') {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('Content-Encoding', 'gzip');
    response.end(gzipSync(rows.map((row) => JSON.stringify(row)).join(',')));
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path } = new URL(request.url ?? '/', 'https://127.0.0.1');
    const [, first = '', second = '', third = ''] = path.split('/');
    if (first === 'parts') {
      if (freezes(path)) frozenParts.push(response);
      else part(response, second, third);
      return;
    }
    if (third === 'result') {
      send(response, resultOf(second));
      return;
    }
    const body = await bodyOf(request);
    const sql = typeof body.sqlText === 'string' ? body.sqlText : '';
    requests.push({ path, sql, body });
    if (freezes(sql)) frozen.push(response);
    else post(response, { path, sql, body });
  };

  const post = (response: ServerResponse, { path, sql, body }: SnowflakeRequest): void => {
    if (path === '/session/v1/login-request') login(response);
    else if (path === '/queries/v1/query-request') query(response, sql, body.describeOnly === true);
    else if (path === '/session/heartbeat' && server.heartbeat === 'unavailable') {
      response.writeHead(503).end();
    } else {
      if (path === '/session') sessions -= 1;
      if (path.endsWith('/abort-request')) cancel();
      send(response, { success: true, data: null });
    }
  };

  const listener = createServer(certificate, (request, response) => {
    void respond(request, response);
  });
  listener.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const server: SnowflakeServer & { port: number; isFrozen: boolean } = {
    port: 0,
    requests,
    openSessions: () => sessions,
    openSockets: () => sockets.size,
    answer: () => undefined,
    session: { finalDatabaseName: 'SHOP', finalSchemaName: 'PUBLIC', finalWarehouseName: 'W' },
    login: 'accept',
    heartbeat: 'accept',
    freezesAt: null,
    isFrozen: false,
    proceed: () => {
      for (const response of hanging.splice(0)) send(response, resultOf('none'));
    },
    close: async () => {
      await thaw();
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  server.port = (listener.address() as AddressInfo).port;
  return server;
}

/** By these the driver sends a request each hour until the session ends. */
const KEPT_ALIVE = [{ name: 'CLIENT_SESSION_KEEP_ALIVE', value: true }];

/** The settings of the session that the driver decodes cells by. */
const PARAMETERS = [
  { name: 'TIMEZONE', value: 'UTC' },
  { name: 'BINARY_OUTPUT_FORMAT', value: 'HEX' },
  { name: 'TIME_OUTPUT_FORMAT', value: 'HH24:MI:SS.FF9' },
  { name: 'JS_TREAT_INTEGER_AS_BIGINT', value: true },
];

function send(response: ServerResponse, body: object): void {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  if ((request.headers['content-length'] ?? '0') === '0') return {};
  const isPacked = request.headers['content-encoding'] === 'gzip';
  return (await json(isPacked ? request.pipe(createGunzip()) : request)) as Record<string, unknown>;
}
