import net from 'node:net';
import { duplexPair } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { LoopbackCertificate } from './loopback-certificate.ts';
import { listenForClients, type TlsFront } from './tls-front.ts';

const HEADER = 8;
const PRELOGIN = 18;
const IS_LAST = 1;
/** A version, and that there is TLS for the whole connection. */
const WITH_TLS = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 255, 16, 0, 0, 0, 0, 0, 1]);

/**
 * Starts a server with the TLS of SQL Server: its handshake is in messages of TDS, and what follows is not.
 * @param port of a server without TLS on 127.0.0.1, which gets what is decrypted
 */
export async function startTdsTlsFront(
  port: number,
  certificate: LoopbackCertificate,
): Promise<TlsFront> {
  return await listenForClients((client, keep) => {
    const [encrypted, wire] = duplexPair();
    const secure = new TLSSocket(encrypted, { isServer: true, ...certificate });
    const server = net.connect({ host: '127.0.0.1', port });
    for (const socket of [secure, server]) keep(socket);
    secure.pipe(server).pipe(secure);
    let isHandshake = true;
    let flight: Buffer[] = [];
    const sendFlight = (): void => {
      client.write(message(Buffer.concat(flight)));
      flight = [];
    };
    wire.on('data', (chunk: Buffer) => {
      if (!isHandshake) client.write(chunk);
      // The client expects one message for each of its own.
      else if (flight.push(chunk) === 1) setImmediate(sendFlight);
    });
    let rest = Buffer.alloc(0);
    let isGreeted = false;
    client.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      while (isHandshake && rest[0] === PRELOGIN && rest.length >= lengthOf(rest)) {
        const content = rest.subarray(HEADER, lengthOf(rest));
        rest = rest.subarray(lengthOf(rest));
        if (isGreeted) wire.write(content);
        else client.write(message(WITH_TLS));
        isGreeted = true;
      }
      if (rest.length > 0 && rest[0] !== PRELOGIN) isHandshake = false;
      if (isHandshake) return;
      wire.write(rest);
      rest = Buffer.alloc(0);
    });
  });
}

function lengthOf(packet: Buffer): number {
  return packet.length < HEADER ? HEADER : packet.readUInt16BE(2);
}

function message(content: Buffer): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt8(PRELOGIN, 0);
  header.writeUInt8(IS_LAST, 1);
  header.writeUInt16BE(HEADER + content.length, 2);
  return Buffer.concat([header, content]);
}
