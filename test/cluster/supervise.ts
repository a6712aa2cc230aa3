// `node test/cluster/supervise.ts FOLDER`: looks after the parts of the cluster in a folder until it is
// ended itself, which `stopCluster` does before it ends the parts.
import { setTimeout as delay } from 'node:timers/promises';
import { startDaemon } from './daemon.ts';
import { isHeld, partsOf, runs } from './parts.ts';
import { Supervisor } from './supervisor.ts';

const LOOK_EVERY_MS = 250;

const folder = process.argv[2];
if (folder === undefined) throw new Error('Which folder?');
const supervisor = new Supervisor({
  parts: () => partsOf(folder),
  runs,
  isHeld: ({ name }) => isHeld(folder, name),
  start: ({ name, command }) => startDaemon(folder, name, command),
  say: (line) => {
    console.log(`${new Date().toISOString()} ${line}`);
  },
});
for (;;) {
  supervisor.look(performance.now());
  await delay(LOOK_EVERY_MS);
}
