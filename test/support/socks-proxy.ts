import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const VERSION = 5;
const BY_PASSWORD = 2;
const IS_NAME = 3;

/** A SOCKS5 proxy that requires a name and a password (RFC 1928 and 1929). */
export class SocksProxy {
  /** Target and user of each tunnel. */
  readonly opened: { readonly target: string; readonly by: string }[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer((socket) => void this.#serve(socket));
  }

  static async start(): Promise<SocksProxy> {
    const proxy = new SocksProxy();
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(socket: Socket): Promise<void> {
    this.#sockets.add(socket);
    const [, , ...methods] = await nextOf(socket);
    socket.write(Buffer.from([VERSION, methods.includes(BY_PASSWORD) ? BY_PASSWORD : 0xff]));
    const by = readCredentials(await nextOf(socket));
    socket.write(Buffer.from([1, 0]));
    const { host, port } = readTarget(await nextOf(socket));
    this.opened.push({ target: `${host}:${port}`, by });
    const tunnel = connect(port, host, () => {
      socket.write(Buffer.from([VERSION, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      tunnel.pipe(socket).pipe(tunnel);
    });
    for (const [end, other] of [
      [tunnel, socket],
      [socket, tunnel],
    ] as const) {
      end.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  }
}

/** Reads the next message, which a local connection delivers as a whole. */
async function nextOf(socket: Socket): Promise<Buffer> {
  const [message] = (await once(socket, 'data')) as [Buffer];
  return message;
}

function readCredentials(message: Buffer): string {
  const nameEnd = 2 + message.readUInt8(1);
  const name = message.toString('utf8', 2, nameEnd);
  return `${name}:${message.toString('utf8', nameEnd + 1)}`;
}

function readTarget(message: Buffer): { host: string; port: number } {
  const port = message.readUInt16BE(message.length - 2);
  const host =
    message.readUInt8(3) === IS_NAME
      ? message.toString('utf8', 5, message.length - 2)
      : message.subarray(4, 8).join('.');
  return { host, port };
}
