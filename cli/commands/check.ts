import { Command } from 'commander';
import { existsSync } from 'node:fs';
import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { checkObjectStore } from '../../api/object-store/check-object-store.ts';
import type { Config } from '../../api/config/config.ts';
import { loadConfig } from '../../api/config/load-config.ts';
import { objectStoreLocation, openObjectStore } from '../../api/object-store/open-object-store.ts';
import { unknownVariables } from '../../api/config/unknown-variables.ts';
import { assertServerVersion } from '../../prisma/server-version.ts';
import { fileErrorReason } from '../file-error-reason.ts';
import { errorCode } from '../../runner/domain/error-code.ts';
import { errorMessage } from '../../runner/domain/error-message.ts';
import { localStoreFolder } from '../../runner/storage/create-object-store.ts';
import { outputOption } from '../output-option.ts';

/** The result of a check. */
interface Finding {
  readonly what: string;
  /** Null when the check passed. */
  readonly fault: string | null;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** Width of the column with the names of the checks. */
const WIDTH = 21;

/** `millrace check`: checks the configuration and its dependencies; exits with 1 when a check fails. */
export function checkCommand(): Command {
  return new Command('check')
    .description(
      'Check the configuration, the folders, the database, the object store, the engines and the cluster',
    )
    .addOption(outputOption())
    .action(async (options: { output: string }) => {
      for (const warning of unknownVariables(process.env)) console.error(warning);
      const config = loadConfig(process.env);
      const findings = [
        await examine('data folder', () => checkFolder(config.dataDir, 'SERVICE_DATA_DIR')),
        await examine('database', () => checkDatabase(config)),
        await examine('object store', () => tryObjectStore(config)),
        await examine('engine', checkEngine),
        ...(config.executor === 'kubernetes' ? await examineCluster(config) : []),
      ];
      if (options.output === 'json') console.log(JSON.stringify(findings, null, 2));
      else
        for (const { what, fault } of findings)
          console.log(`${what.padEnd(WIDTH)}${fault ?? 'ok'}`);
      if (findings.some(({ fault }) => fault !== null)) process.exitCode = 1;
    });
}

async function examine(what: string, check: () => Promise<void>): Promise<Finding> {
  try {
    await check();
    return { what, fault: null };
  } catch (error) {
    return { what, fault: errorMessage(error) };
  }
}

/** Checks that a folder is writable, or could be created. It is not created. */
async function checkFolder(folder: string, variable: string): Promise<void> {
  const fault = await folderFault(folder);
  if (fault !== null) throw new Error(`${fault}. Name another by ${variable}.`);
}

async function folderFault(folder: string): Promise<string | null> {
  const there = nearestExisting(folder);
  try {
    if (!(await stat(there)).isDirectory()) return `${there} is no folder`;
    await rmdir(await mkdtemp(path.join(there, '.millrace-check-')));
    return null;
  } catch (cause) {
    const isRefused = errorCode(cause) === 'ENOENT';
    const reason = isRefused ? 'the system makes no folders there' : fileErrorReason(there, cause);
    return `${folder} cannot be written to: ${reason}`;
  }
}

/** Returns the folder or its nearest existing parent. */
function nearestExisting(folder: string): string {
  let there = path.resolve(folder);
  while (!existsSync(there) && path.dirname(there) !== there) there = path.dirname(there);
  return there;
}

async function checkDatabase({ databaseUrl }: Config): Promise<void> {
  if (databaseUrl === null) return;
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await assertServerVersion(client);
  } finally {
    await client.end();
  }
}

async function tryObjectStore(config: Config): Promise<void> {
  const location = objectStoreLocation(config);
  const folder = location.startsWith('file:') ? localStoreFolder(location) : null;
  if (folder !== null && !existsSync(folder)) {
    await checkFolder(folder, 'SERVICE_OBJECT_STORE');
    return;
  }
  const store = openObjectStore(config);
  try {
    await checkObjectStore(store);
  } finally {
    store.close();
  }
}

async function examineCluster({ kubernetesNamespace }: Config): Promise<readonly Finding[]> {
  const { findCluster } =
    await import('../../api/execution/executors/kubernetes/cluster/open-cluster.ts');
  const { checkCluster } =
    await import('../../api/execution/executors/kubernetes/check-cluster.ts');
  try {
    const place = findCluster(kubernetesNamespace);
    return await checkCluster(place).finally(() => place.api.close());
  } catch (error) {
    return [{ what: 'cluster', fault: errorMessage(error) }];
  }
}

async function checkEngine(): Promise<void> {
  const { loadEngine } = await import('../../runner/engine-adapters/load-engine.ts');
  const polars = await loadEngine('polars');
  const frame = polars.fromRows([{ name: 'a', type: 'integer' }], [{ a: 1 }, { a: 2 }]);
  if (polars.countRows(frame) !== 2) throw new Error('polars does not count to two');
}
