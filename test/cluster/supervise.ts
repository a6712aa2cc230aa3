// `node test/cluster/supervise.ts FOLDER`: restarts exited parts of the cluster in a folder.
// `stopCluster` stops this process before the parts.
import { setTimeout as delay } from 'node:timers/promises';
import { startDaemon } from './daemon.ts';
import { isHeld, partsOf, runs } from './parts.ts';
import { Supervisor } from './supervisor.ts';

const POLL_INTERVAL_MS = 250;

const folder = process.argv[2];
if (folder === undefined) throw new Error('Usage: node test/cluster/supervise.ts FOLDER');
const supervisor = new Supervisor({
  parts: () => partsOf(folder),
  runs,
  isHeld: ({ name }) => isHeld(folder, name),
  start: ({ name, command }) => startDaemon(folder, name, command),
  log: (line) => {
    console.log(`${new Date().toISOString()} ${line}`);
  },
});
for (;;) {
  supervisor.check(performance.now());
  await delay(POLL_INTERVAL_MS);
}
