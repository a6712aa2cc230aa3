import path from 'node:path';
import {
  secretFolders,
  type SecretSettings,
} from '../runner/connectors/secrets/secret-settings.ts';
import type { Config } from './config/config.ts';
import { allowedRoots } from './config/exposure.ts';
import { KNOWN_VARIABLES } from './config/unknown-variables.ts';
import { ownVariables } from './domain/connections/own-variables.ts';
import { objectStoreLocation } from './object-store/open-object-store.ts';
import { ownBucketOf, type OwnBucket } from '../runner/connectors/storage/own-bucket.ts';
import type { ScriptHost } from '../runner/scripts/script-host.ts';
import { programFile } from '../runner/programs/program-file.ts';
import { extrasFolder } from '../runner/extras/extras-folder.ts';
import { readScriptSettings } from '../runner/scripts/script-settings.ts';
import type { RunnerCommand } from './execution/executors/local/process/runner-process.ts';

/** The variables of this process that a runner inherits. */
const INHERITED =
  /^(PATH|HOME|TMPDIR|LANG|LC_.*|TZ|NODE_EXTRA_CA_CERTS|AWS_.*|AZURE_(CLIENT_ID|TENANT_ID|FEDERATED_TOKEN_FILE|AUTHORITY_HOST)|GCE_METADATA_HOST|POLARS_.*|RAYON_.*)$/;

/** The variables of each runner that do not depend on the service. */
export const RUNNER_ENV = {
  // By default glibc keeps freed memory in an arena for each of many threads. One arena uses a fifth less
  // memory in the same time. Returning every large buffer to the kernel doubled the time of a group-by.
  MALLOC_ARENA_MAX: '1',
  // The file operations of a job are sequential. One warm thread costs less than four (5 % less CPU time
  // for a run of 1,000 rows).
  UV_THREADPOOL_SIZE: '1',
} as const;

/** The flags of Node in each runner. */
export const RUNNER_FLAGS = [
  // Half the size saves up to 40 MB per runner but slows small pandas runs by a tenth; twice the size
  // gains nothing.
  '--max-semi-space-size=16',
  // Several runners share the cores: helper threads of one collector slow the run of another.
  '--no-parallel-scavenge',
] as const;

/**
 * The command of a runner process. Its environment has the object store and no other secret of the service. It
 * asks for a connection's secret when it uses the connection.
 */
export function runnerCommand(config: Config, env: NodeJS.ProcessEnv): RunnerCommand {
  const inherited = Object.entries(env).filter(([name]) => INHERITED.test(name));
  const own = {
    SERVICE_DATA_DIR: config.dataDir,
    SERVICE_EXTRAS_DIR: config.extrasDir,
    SERVICE_EXECUTOR: config.executor,
    SERVICE_PYTHON: config.python,
    SERVICE_SCRIPT_MAX_SECONDS: String(config.scriptMaxSeconds),
    SERVICE_SCRIPT_MAX_MEMORY_MB: String(config.scriptMaxMemoryMb),
    SERVICE_MAX_NEW_COLUMNS: String(config.maxNewColumns),
    SERVICE_SECRET_FILE_DIRS: JSON.stringify(config.secretFileDirs),
    SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS: String(config.connectorBlockPrivateHosts),
    SERVICE_CONNECTOR_PRIVATE_HOSTS: JSON.stringify(config.connectorPrivateHosts),
    SERVICE_CONNECTOR_MACHINE_IDENTITY: String(config.connectorMachineIdentity),
    SERVICE_CONNECTOR_OWN_BUCKET: String(config.connectorOwnBucket),
    SERVICE_STORAGE_ALLOWED_ROOTS: JSON.stringify(allowedRoots(config)),
    SERVICE_SCRIPT_MIN_ISOLATION: config.scriptMinIsolation,
    SERVICE_OBJECT_STORE: objectStoreLocation(config),
    SERVICE_S3_ENDPOINT: config.s3Endpoint,
    SERVICE_S3_REGION: config.s3Region,
    SERVICE_S3_ACCESS_KEY_ID: config.s3AccessKeyId,
    SERVICE_S3_SECRET_ACCESS_KEY: config.s3SecretAccessKey,
    NODE_COMPILE_CACHE: path.join(config.dataDir, 'cache', 'code'),
    ...RUNNER_ENV,
  };
  return {
    executable: process.execPath,
    args: [...RUNNER_FLAGS, programFile('runner/main.ts'), 'serve'],
    env: present({ ...Object.fromEntries(inherited), ...own }),
  };
}

/** The folder of the packages that `millrace setup` installs, as runners beside the API use it. */
export function extrasOf(config: Config): string {
  return extrasFolder(runnerCommand(config, {}).env);
}

/** Where the service keeps its own objects, if connections may not use that. */
export function ownBucket(config: Config): OwnBucket | null {
  return ownBucketOf(runnerCommand(config, {}).env);
}

/** Where the scripts of runs are executed: beside the API with the settings of its runners, or in pods. */
export function scriptHost(config: Config): ScriptHost {
  if (config.executor !== 'local') return { kind: 'cluster', hasPython: config.clusterPython };
  return { kind: 'machine', settings: readScriptSettings(runnerCommand(config, process.env).env) };
}

/** Whether a variable is a setting of the service, in any letter case. No secret reference may name one. */
export const isOwnVariable = ownVariables(KNOWN_VARIABLES);

/** Which secrets connections may use. */
export function secretsOf(config: Config): SecretSettings {
  return {
    allowedVariables: config.secretEnvAllowlist,
    fileFolders: secretFolders({ fileFolders: config.secretFileDirs, dataDir: config.dataDir }),
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
