import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, statSync } from 'node:fs';
import path from 'node:path';

/** A command as PostgreSQL's account must run it. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
}

/** An account that PostgreSQL agrees to run under: it refuses root. */
export interface ServerAccount {
  /** How it was come by, for messages. */
  readonly name: string;
  /** Hands a file or folder over to the account. */
  own(target: string): void;
  command(file: string, args: readonly string[]): Command;
}

interface Reach {
  /** The folder that will hold the data; it exists. */
  readonly folder: string;
  /** A program that the account must be able to start. */
  readonly program: string;
}

/** The variables that PostgreSQL inherits: another account may read them, so none has a secret. */
const INHERITED = /^(PATH|HOME|TMPDIR|LANG|LC_.*|TZ|LD_LIBRARY_PATH)$/;

/** `nobody` on every Linux. initdb wants an account that has a name. */
const UNPRIVILEGED = 65_534;

/**
 * Chooses the account to run PostgreSQL under: ours, or as root an unprivileged one that was seen
 * to reach both the folder and the program.
 * @throws Error when root finds no such account
 */
export function serverAccount(reach: Reach): ServerAccount {
  if (process.getuid?.() !== 0) return sameAccount;
  const owner = dataOwner(reach.folder);
  const candidates =
    owner === 0
      ? [userNamespace]
      : owner === null
        ? [switchedUser(UNPRIVILEGED), userNamespace, switchedUserThatSeesAll(UNPRIVILEGED)]
        : [switchedUser(owner), switchedUserThatSeesAll(owner)];
  const found = candidates.find((candidate) => reaches(candidate, reach));
  if (found) return found;
  throw new Error(
    `PostgreSQL does not run as root, and no unprivileged account can use ${reach.folder}; run as another user, choose another data folder, or point SERVICE_DATABASE_URL at a server`,
  );
}

/** Whose the existing database files are; null when there are none yet. */
function dataOwner(folder: string): number | null {
  const data = path.join(folder, 'data');
  return existsSync(data) ? statSync(data).uid : null;
}

function reaches(account: ServerAccount, { folder, program }: Reach): boolean {
  const before = statSync(folder);
  account.own(folder);
  const script = 'cd "$1" && test -w . && exec "$2" --version';
  const { file, args, ...as } = account.command('/bin/sh', ['-c', script, 'sh', folder, program]);
  const probe = spawnSync(file, args, { ...as, cwd: '/', stdio: 'ignore', timeout: 10_000 });
  if (probe.status === 0) return true;
  chownSync(folder, before.uid, before.gid);
  return false;
}

const sameAccount: ServerAccount = {
  name: 'this account',
  own: () => undefined,
  command: (file, args) => ({ file, args, env: environment() }),
};

function switchedUser(uid: number): ServerAccount {
  return {
    name: `user ${uid}`,
    own: (target) => {
      chownSync(target, uid, uid);
    },
    command: (file, args) => ({ file, args, env: environment(), uid, gid: uid }),
  };
}

/** Root seen as `nobody` from inside a user namespace: it may go wherever root may. */
const userNamespace: ServerAccount = {
  name: 'a user namespace',
  own: (target) => {
    chownSync(target, 0, 0);
  },
  command: (file, args) => ({
    file: 'unshare',
    args: [
      '--user',
      `--map-user=${UNPRIVILEGED}`,
      `--map-group=${UNPRIVILEGED}`,
      '--',
      file,
      ...args,
    ],
    env: environment(),
  }),
};

/** For containers without user namespaces: another user that may pass through root's own folders. */
function switchedUserThatSeesAll(uid: number): ServerAccount {
  return {
    ...switchedUser(uid),
    name: `user ${uid} with access to all files`,
    command: (file, args) => ({
      file: 'setpriv',
      args: [
        `--reuid=${uid}`,
        `--regid=${uid}`,
        '--clear-groups',
        '--inh-caps=+dac_override',
        '--ambient-caps=+dac_override',
        '--',
        file,
        ...args,
      ],
      env: environment(),
    }),
  };
}

function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => INHERITED.test(name)));
}
