// Waits until servers accept connections, so that pods do not crash during the first start.
//   node wait-for-servers.mjs HOST:PORT...
import net from 'node:net';

const servers = process.argv.filter((argument) => /^[^/]+:\d+$/.test(argument));
const deadline = Date.now() + 300_000;

function connects(server) {
  const [host, port] = server.split(':');
  return new Promise((resolve) => {
    const socket = net.connect({ host, port: Number(port), timeout: 2_000 });
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

for (const server of servers) {
  while (!(await connects(server))) {
    if (Date.now() > deadline) throw new Error(`${server} does not accept connections`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  process.stdout.write(`${server} accepts connections\n`);
}
