import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LINE_WIDTH } from '../../runner/python/format/format-code.ts';
import { canWrap } from '../../runner/python/format/wrap-literal.ts';
import { pythonEnvironment, type PythonPackages } from '../support/python-environment.ts';
import { skipSuite } from '../support/skips.ts';

const run = promisify(execFile);

const RUFF: PythonPackages = {
  title: 'ruff',
  releases: [{ oldestPython: 10, packages: ['ruff==0.17.6'] }],
};

/** Returns the interpreter that has ruff, or null and reports the skipped suite. */
export async function ruffPython(): Promise<string | null> {
  const environment = await pythonEnvironment(RUFF);
  if (environment.kind === 'ready') return environment.python;
  skipSuite('formatting of exported scripts', environment.reason);
  return null;
}

/**
 * Checks scripts with `ruff check` and `ruff format --check`.
 * @param scripts source code by title
 * @returns what ruff reports, or an empty text
 */
export async function ruffProblems(
  python: string,
  scripts: ReadonlyMap<string, string>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-ruff-'));
  const titles = [...scripts.keys()];
  try {
    await Promise.all(
      [...scripts.values()].map((code, index) => writeFile(join(folder, `${index}.py`), code)),
    );
    const settings = [
      ...['--isolated', '--no-cache', '--quiet'],
      ...[`--line-length=${LINE_WIDTH}`, '--target-version=py310'],
    ];
    const reports = [
      withoutUnbreakable(await report(python, folder, ['check', ...CHECKS, ...settings, '.']), [
        ...scripts.values(),
      ]),
      await report(python, folder, ['format', '--diff', ...settings, '.']),
    ];
    return reports
      .join('')
      .replaceAll(/^(?:\+\+\+ |--- )?(\d+)\.py\b/gm, (_path, index) => titles[Number(index)] ?? '');
  } finally {
    await rm(folder, { recursive: true });
  }
}

const CHECKS = ['--output-format=concise', '--extend-select=E501'];

const TEXT_OR_NAME = /[fr]?"(?:[^"\\]|\\.)*"|[fr]?'(?:[^'\\]|\\.)*'|[\p{L}\p{N}_]+/gu;

/** The columns of a line that may stand beside a name or a text that no layout makes shorter. */
const BESIDE = 60;

/** Reports whether a line is too long because of a name, or of a text without a place for a break. */
function isUnbreakable(line: string): boolean {
  const whole = [...line.matchAll(TEXT_OR_NAME)].filter(([part]) => !canWrap(part));
  const longest = Math.max(0, ...whole.map(([part]) => part.length));
  return line.length - longest <= BESIDE;
}

/** Drops the reports of lines that are too long because of a person's name or text. */
function withoutUnbreakable(reports: string, scripts: readonly string[]): string {
  return reports
    .split('\n')
    .filter((line) => {
      const [, script, row] = /^(\d+)\.py:(\d+):\d+: E501 /.exec(line) ?? [];
      const code = scripts[Number(script)]?.split('\n')[Number(row) - 1];
      return code === undefined || !isUnbreakable(code);
    })
    .join('\n');
}

async function report(python: string, folder: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(python, ['-I', '-m', 'ruff', ...args], { cwd: folder });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    if (stdout === undefined) throw error;
    return `${stdout}${stderr ?? ''}`;
  }
}
