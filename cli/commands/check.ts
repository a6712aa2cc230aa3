import { Command } from 'commander';
import { access, constants } from 'node:fs/promises';
import pg from 'pg';
import { checkObjectStore } from '../../api/check-object-store.ts';
import type { Config } from '../../api/config.ts';
import { loadConfig } from '../../api/load-config.ts';
import { openObjectStore } from '../../api/open-object-store.ts';
import { unknownVariables } from '../../api/unknown-variables.ts';
import { makeFolder } from '../../runner/storage/make-folder.ts';
import { formOption } from '../form-option.ts';

interface Finding {
  readonly what: string;
  /** Null when all is well. */
  readonly fault: string | null;
}

const CONNECT_WITHIN_MS = 5_000;
/** Of the column that names what was checked. */
const WIDTH = 21;

/** `millrace check`: whether the service could work with this configuration; exit 1 when not. */
export function checkCommand(): Command {
  return new Command('check')
    .description(
      'Check the configuration, the folders, the database, the object store, the engines and the cluster',
    )
    .addOption(formOption())
    .action(async (options: { output: string }) => {
      for (const warning of unknownVariables(process.env)) console.error(warning);
      const config = loadConfig(process.env);
      const findings = [
        await examine('data folder', () => checkFolder(config.dataDir)),
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
    return { what, fault: messageOf(error) };
  }
}

async function checkFolder(folder: string): Promise<void> {
  makeFolder(folder);
  await access(folder, constants.W_OK);
}

async function checkDatabase({ databaseUrl }: Config): Promise<void> {
  if (databaseUrl === null) return;
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  await client.connect();
  await client.end();
}

async function tryObjectStore(config: Config): Promise<void> {
  const store = openObjectStore(config);
  try {
    await checkObjectStore(store);
  } finally {
    store.close();
  }
}

async function examineCluster({ kubernetesNamespace }: Config): Promise<readonly Finding[]> {
  const { findCluster } = await import('../../api/executors/kubernetes/open-cluster.ts');
  const { checkCluster } = await import('../../api/executors/kubernetes/check-cluster.ts');
  try {
    const place = findCluster(kubernetesNamespace);
    return await checkCluster(place).finally(() => place.api.close());
  } catch (error) {
    return [{ what: 'cluster', fault: messageOf(error) }];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function checkEngine(): Promise<void> {
  const { loadEngine } = await import('../../runner/execution/engines/load-engine.ts');
  const polars = await loadEngine('polars');
  const frame = polars.fromRows([{ name: 'a', type: 'integer' }], [{ a: 1 }, { a: 2 }]);
  if (polars.countRows(frame) !== 2) throw new Error('polars does not count to two');
}
