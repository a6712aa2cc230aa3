import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { serverAccount, type ServerAccount } from './account.ts';
import { postgresBinaries, type PostgresBinaries } from './binaries.ts';

export const SUPERUSER = 'millrace';

/** The files of one embedded server, and how to run it. */
export interface Cluster {
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
  /** Holds all of the below; only the account can enter it. */
  readonly folder: string;
  readonly data: string;
  readonly log: string;
  readonly ownerFile: string;
  /** Locked by the guard of the running server. */
  readonly lockFile: string;
}

/** Prepares a folder for a cluster; it makes nothing but the folder and the file to lock. */
export function openCluster(folder: string): Cluster {
  const binaries = postgresBinaries();
  mkdirSync(folder, { recursive: true });
  const account = serverAccount({ folder, program: binaries.postgres });
  chmodSync(folder, 0o700);
  const lockFile = path.join(folder, 'server.lock');
  if (!existsSync(lockFile)) {
    writeFileSync(lockFile, '', { mode: 0o600, flag: 'a' });
    account.own(lockFile);
  }
  return {
    binaries,
    account,
    folder,
    data: path.join(folder, 'data'),
    log: path.join(folder, 'server.log'),
    ownerFile: path.join(folder, 'owner.pid'),
    lockFile,
  };
}

/** Creates the files unless they exist. The caller holds the lock. @returns the password of SUPERUSER */
export function ensureFiles(cluster: Cluster): string {
  const password = ownedPassword(passwordFile(cluster.folder), cluster.account);
  if (!existsSync(cluster.data)) initialize(cluster);
  return password;
}

function passwordFile(folder: string): string {
  return path.join(folder, 'password');
}

function ownedPassword(file: string, account: ServerAccount): string {
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
    account.own(file);
  }
  return readFileSync(file, 'utf8');
}

const DRAFT = 'data.new';

/**
 * Builds the files in a draft folder and renames it, so that an interrupted start leaves nothing that looks
 * complete. Each attempt has its own folder: initdb survives a killed service, and does not hold the lock.
 */
function initialize({ binaries, account, folder, data }: Cluster): void {
  removeDrafts(folder);
  const draft = path.join(folder, `${DRAFT}-${randomBytes(4).toString('hex')}`);
  const { file, args, ...as } = account.command(binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile(folder)}`,
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    '--no-sync',
  ]);
  const run = spawnSync(file, args, {
    ...as,
    cwd: '/',
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (run.status !== 0) {
    throw new Error(
      `Could not make a database in ${folder} as ${account.name}: ${run.error?.message ?? run.stderr.trim()}`,
    );
  }
  renameSync(draft, data);
}

function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.startsWith(DRAFT))) {
    try {
      rmSync(path.join(folder, name), { recursive: true });
    } catch {
      // Its initdb still writes there: it is removed when a database is made here again.
    }
  }
}
