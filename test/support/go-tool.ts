import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './cache-folder.ts';
import { errorCode } from '../../runner/domain/error-code.ts';
import { makeOnce } from './make-once.ts';

/** On a busy machine with two cores, a program of Kubernetes takes a quarter of an hour. */
const BUILD_WITHIN_MS = 45 * 60_000;
const MODULES = path.resolve(import.meta.dirname, '..', 'tools');

/** A program that the tests build from a Go module under `test/tools`, pinned by its go.sum. */
export interface GoTool {
  /** Folder under `test/tools`. */
  readonly module: string;
  /** Import path of the main package. */
  readonly package: string;
  readonly binary: string;
  readonly linkerFlags?: string;
}

/**
 * Returns the path of a tool. The first use builds it, which takes minutes, into the user's cache folder,
 * keyed by the checksums of its inputs.
 * @returns null when it is not built and Go is not installed
 */
export async function goTool(tool: GoTool): Promise<string | null> {
  const sums = await readFile(path.join(MODULES, tool.module, 'go.sum'));
  const version = createHash('sha256').update(sums).digest('hex').slice(0, 16);
  const folder = path.join(cacheFolder(), 'tools', `${tool.module}-${version}`);
  const binary = path.join(folder, tool.binary);
  try {
    await makeOnce(binary, () => build(tool, binary), BUILD_WITHIN_MS);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  return binary;
}

async function build(tool: GoTool, binary: string): Promise<void> {
  const unfinished = `${binary}.${process.pid}`;
  const flags = ['-trimpath', '-ldflags', `-s -w ${tool.linkerFlags ?? ''}`, '-o', unfinished];
  await promisify(execFile)('go', ['build', ...flags, tool.package], {
    cwd: path.join(MODULES, tool.module),
    env: { ...process.env, CGO_ENABLED: '0' },
    timeout: BUILD_WITHIN_MS,
  });
  await rename(unfinished, binary);
}
