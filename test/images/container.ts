import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { sh, tryShell } from '../cluster/shell.ts';
import { buildah, putInStore } from './buildah.ts';
import type { ImageArchive } from './image-cache.ts';

export interface ContainerOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Folders of this machine by their paths in the container. */
  readonly volumes: Readonly<Record<string, string>>;
}

export interface Container {
  /** The lines of its standard output; ends with the container. */
  readonly lines: AsyncIterable<string>;
  /** Sends SIGTERM, as `docker stop` does, and removes the container. @returns its exit code */
  stop(): Promise<number | null>;
}

interface Spec {
  process: {
    terminal: boolean;
    user: { uid: number; gid: number };
    args: readonly string[];
    env: readonly string[];
    cwd: string;
    rlimits?: unknown;
  };
  root: { path: string; readonly: boolean };
  mounts: { destination: string; type: string; source: string; options: readonly string[] }[];
  linux: { namespaces: readonly { readonly type: string }[] };
}

interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
}

/** Starts a container by runc, as Docker does, in the network of this machine. */
export function startContainer(image: ImageArchive, options: ContainerOptions): Container {
  putInStore(image);
  const id = `millrace-${randomUUID()}`;
  const bundle = mkdtempSync(path.join(os.tmpdir(), 'millrace-container-'));
  const from = buildah('from', '--pull-never', image.name).trim();
  const remove = (): void => {
    tryShell('runc', 'delete', '--force', id);
    buildah('rm', from);
    rmSync(bundle, { recursive: true, force: true });
  };
  try {
    writeSpec(bundle, buildah('mount', from).trim(), configOf(image), options);
  } catch (error) {
    remove();
    throw error;
  }
  const child = spawn('runc', ['run', '--bundle', bundle, id], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  return {
    lines: createInterface({ input: child.stdout }),
    async stop() {
      tryShell('runc', 'kill', id, 'TERM');
      child.stdout.resume();
      await exited;
      remove();
      return child.exitCode;
    },
  };
}

function configOf(image: ImageArchive): ImageConfig {
  const inspected = buildah('inspect', '--type', 'image', image.name);
  const { OCIv1 } = JSON.parse(inspected) as { readonly OCIv1: { readonly config: ImageConfig } };
  return OCIv1.config;
}

function writeSpec(
  bundle: string,
  root: string,
  config: ImageConfig,
  { env, volumes }: ContainerOptions,
): void {
  sh('runc', 'spec', '--bundle', bundle);
  const file = path.join(bundle, 'config.json');
  const spec = JSON.parse(readFileSync(file, 'utf8')) as Spec;
  const [uid = '', gid = ''] = config.User.split(':');
  spec.process.terminal = false;
  spec.process.user = { uid: Number(uid), gid: Number(gid) };
  spec.process.args = [...config.Entrypoint, ...config.Cmd];
  spec.process.env = [
    ...config.Env,
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ];
  spec.process.cwd = config.WorkingDir;
  delete spec.process.rlimits;
  spec.root = { path: root, readonly: false };
  spec.mounts = spec.mounts.filter(({ type }) => type !== 'cgroup');
  for (const [destination, source] of Object.entries(volumes)) {
    mkdirSync(source, { recursive: true });
    spec.mounts.push({ destination, type: 'bind', source, options: ['rbind', 'rw'] });
  }
  spec.linux.namespaces = spec.linux.namespaces.filter(({ type }) => type !== 'network');
  writeFileSync(file, JSON.stringify(spec));
}
