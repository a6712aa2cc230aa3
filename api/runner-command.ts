import path from 'node:path';
import type { Config } from './config/config.ts';
import { objectStoreLocation } from './object-store/open-object-store.ts';
import type { RunnerCommand } from './execution/executors/local/process/runner-process.ts';

/** What a runner may see of this process's environment, besides where the objects are. */
const PASSED_ON = /^(PATH|HOME|TMPDIR|LANG|LC_.*|TZ|AWS_.*|POLARS_.*|RAYON_.*)$/;

/** How a runner process is started: with the object store's address, without the service's secrets. */
export function runnerCommand(config: Config, env: NodeJS.ProcessEnv): RunnerCommand {
  const passedOn = Object.entries(env).filter(([name]) => PASSED_ON.test(name));
  const own = {
    SERVICE_DATA_DIR: config.dataDir,
    SERVICE_OBJECT_STORE: objectStoreLocation(config),
    SERVICE_S3_ENDPOINT: config.s3Endpoint,
    SERVICE_S3_REGION: config.s3Region,
    SERVICE_S3_ACCESS_KEY_ID: config.s3AccessKeyId,
    SERVICE_S3_SECRET_ACCESS_KEY: config.s3SecretAccessKey,
    NODE_COMPILE_CACHE: path.join(config.dataDir, 'cache', 'code'),
    // By default glibc keeps freed memory in an arena for each of many threads. One arena holds a fifth
    // less at no cost in time; giving every large buffer back at once doubled the time of a group-by.
    MALLOC_ARENA_MAX: '1',
    // A job is one sequence of steps: its file operations wait for each other anyway, and one thread that
    // stays warm does them for less than four that take turns (a run of 1,000 rows: 5 % less processor).
    UV_THREADPOOL_SIZE: '1',
  };
  return {
    executable: process.execPath,
    args: [
      // Half of it would save up to 40 MB a runner, and small runs on pandas would take a tenth longer; twice
      // as much gains no time.
      '--max-semi-space-size=16',
      // Several runners share the cores: helper threads of one's collector take time from another's run.
      '--no-parallel-scavenge',
      path.join(import.meta.dirname, '..', 'runner', 'main.ts'),
      'serve',
    ],
    env: present({ ...Object.fromEntries(passedOn), ...own }),
  };
}

function present(
  texts: Readonly<Record<string, string | null | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
