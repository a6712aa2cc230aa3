import { Socket, type LookupFunction } from 'node:net';

/** A socket for drivers that call `connect(port, host)`, which cannot name the function that looks the host up. */
export function checkedSocket(lookup: LookupFunction): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  return Object.assign(socket, {
    connect: (port: number, host: string) => connect({ port, host, lookup }),
  });
}
