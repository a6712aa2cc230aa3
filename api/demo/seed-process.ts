import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { programFile } from '../../runner/programs/program-file.ts';
import type { ServiceAddress } from './demo-client.ts';
import type { SeedOutcome } from './seed-demo.ts';

/** The arguments of `seedDemo`. */
export interface SeedRequest {
  readonly service: ServiceAddress;
  readonly storageFolder: string | null;
}

/**
 * Runs `seedDemo` in a separate process.
 * @param signal kills the process
 * @throws Error with the stderr of a failed process
 */
export async function seedInOwnProcess(
  request: SeedRequest,
  signal: AbortSignal,
): Promise<SeedOutcome> {
  const child = spawn(process.execPath, [programFile('api/demo/seed-main.ts')], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // It needs no variable, and those of the service have secrets.
    env: {},
    signal,
  });
  const closed = once(child, 'close');
  child.stdin.end(JSON.stringify(request));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  if (child.exitCode !== 0) throw new Error(`The seeding process failed: ${errors.slice(-2_000)}`);
  return JSON.parse(output) as SeedOutcome;
}
