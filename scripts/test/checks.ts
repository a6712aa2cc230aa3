import { execFile } from 'node:child_process';
import { root, type Outcome } from './jest-run.ts';
import type { Step } from './tiers.ts';

/** Slowest first, so that its line comes last. */
const CHECKS = ['lint', 'format:check', 'typecheck'] as const;
const MAX_OUTPUT_BYTES = 16 * 2 ** 20;

/**
 * Runs types, lint and formatting at once: each uses one core most of its time. Prints what each found when
 * it ends.
 */
export async function runChecks(): Promise<Outcome & { readonly checks: readonly Step[] }> {
  const done = await Promise.all(CHECKS.map(runCheck));
  const passed = done.filter(({ ok }) => ok).length;
  return { passed, failed: done.length - passed, skipped: 0, files: [], checks: done };
}

async function runCheck(name: string): Promise<Step & { readonly ok: boolean }> {
  const started = performance.now();
  const { ok, output } = await npmRun(name);
  const seconds = (performance.now() - started) / 1000;
  if (!ok) console.log(output);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  return { name, seconds, ok };
}

async function npmRun(script: string): Promise<{ ok: boolean; output: string }> {
  const npm = process.env.npm_execpath;
  const [command, args] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  return await new Promise((resolve) => {
    execFile(
      command,
      [...args, 'run', '--silent', script],
      { cwd: root, maxBuffer: MAX_OUTPUT_BYTES },
      (error, stdout, stderr) => {
        resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() });
      },
    );
  });
}
