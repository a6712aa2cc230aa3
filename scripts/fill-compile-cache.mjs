// Starts a runner with every engine loaded and stops it, and loads what only some runs need, so that Node writes
// compiled code to NODE_COMPILE_CACHE. With that cache in the image, the first run of a pod starts as fast as later ones.
//   NODE_COMPILE_CACHE=FOLDER node FLAGS-OF-THE-RUNNER fill-compile-cache.mjs
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const BUNDLE = path.resolve('dist');
/** The code of scripts, databases, storages and caches, which an idle runner has not loaded. */
const ON_DEMAND = [
  'run-once',
  'evaluate-script',
  'read-database',
  'read-object',
  'open-cache',
  'find-parts',
  'execute-part',
  'use-source',
  'use-storage',
];

const runner = fork(path.join(BUNDLE, 'runner-main.mjs'), ['serve']);
const signal = AbortSignal.timeout(60_000);
try {
  await Promise.race([
    once(runner, 'message', { signal }),
    once(runner, 'exit', { signal }).then(() =>
      Promise.reject(new Error('The runner exited before it was ready')),
    ),
  ]);
  const ended = once(runner, 'exit', { signal });
  runner.disconnect();
  await ended;
} finally {
  runner.kill('SIGKILL');
}
const files = readdirSync(BUNDLE);
for (const name of ON_DEMAND) {
  const chunks = files.filter((file) => file.startsWith(`${name}-`) && file.endsWith('.mjs'));
  if (chunks.length === 0) throw new Error(`The bundle has no ${name}`);
  for (const chunk of chunks) await import(path.join(BUNDLE, chunk));
}
