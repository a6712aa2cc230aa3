import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { parsePlan, type Statement } from './statement.ts';

/** A proxy of a database that measures each statement. */
export interface StatementMeter {
  /** URL of the database through the proxy. */
  readonly url: string;
  /** Returns the statements since the last call. */
  take(): Statement[];
  /** Returns the bytes and rows of the largest answer since the last call. */
  takeLargest(): { readonly bytes: number; readonly rows: number };
  close(): Promise<void>;
}

/**
 * Starts the proxy. The database must load `auto_explain`, see `explainAll`: PostgreSQL then sends each
 * executed plan with its counts as a notice before the end of the answer.
 * @param url of a database behind a Unix socket or a port, without TLS
 */
export async function startStatementMeter(url: string): Promise<StatementMeter> {
  const statements: Statement[] = [];
  let largest = { bytes: 0, rows: 0 };
  const sockets = new Set<Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(addressOf(url));
    const reader = new AnswerReader({
      notice(text) {
        const statement = parsePlan(text);
        if (statement !== null) statements.push(statement);
      },
      answer(bytes, rows) {
        largest = { bytes: Math.max(largest.bytes, bytes), rows: Math.max(largest.rows, rows) };
      },
    });
    upstream.on('data', (chunk: Buffer) => {
      reader.read(chunk);
    });
    upstream.pipe(client);
    client.pipe(upstream);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: proxied(url, (server.address() as AddressInfo).port),
    take: () => statements.splice(0),
    takeLargest() {
      const result = largest;
      largest = { bytes: 0, rows: 0 };
      return result;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A socket's folder is in the query, as `prisma/embedded.ts` writes it. */
function addressOf(url: string): net.NetConnectOpts {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  return folder === null
    ? { host: hostname, port: Number(port) }
    : { path: path.join(folder, '.s.PGSQL.5432') };
}

function proxied(url: string, port: number): string {
  const changed = new URL(url);
  changed.searchParams.delete('host');
  changed.hostname = '127.0.0.1';
  changed.port = String(port);
  return changed.href;
}

interface AnswerListener {
  notice(text: string): void;
  /** Called at the end of a statement's answer. */
  answer(bytes: number, rows: number): void;
}

const HEADER = 5;
const [DATA_ROW, COMPLETE, NOTICE] = ['D', 'C', 'N'].map((letter) => letter.charCodeAt(0));

/** Parses the messages of a PostgreSQL server: a letter, the length, the content. */
class AnswerReader {
  readonly #listener: AnswerListener;
  #rest: Buffer = Buffer.alloc(0);
  #bytes = 0;
  #rows = 0;

  constructor(listener: AnswerListener) {
    this.#listener = listener;
  }

  read(chunk: Buffer): void {
    const data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (data.length - at >= HEADER) {
      const end = at + 1 + data.readInt32BE(at + 1);
      if (end > data.length) break;
      this.#message(data[at], data.subarray(at + HEADER, end));
      at = end;
    }
    this.#rest = data.subarray(at);
  }

  #message(type: number | undefined, content: Buffer): void {
    if (type === DATA_ROW) {
      this.#rows += 1;
      this.#bytes += content.length;
    } else if (type === COMPLETE) {
      this.#listener.answer(this.#bytes, this.#rows);
      this.#rows = 0;
      this.#bytes = 0;
    } else if (type === NOTICE) {
      this.#listener.notice(noticeText(content));
    }
  }
}

/** Fields are a letter and a text that ends with a zero byte; `M` is the message. */
function noticeText(content: Buffer): string {
  const message = content
    .toString('utf8')
    .split('\0')
    .find((field) => field.startsWith('M'));
  return message?.slice(1) ?? '';
}
