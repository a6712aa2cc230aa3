import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { commandLine } from '../../test/support/command-line.ts';
import { skipSuite } from '../../test/support/skips.ts';
import { findBasePython, interpreterIn } from '../../runner/scripts/python/find-python.ts';
import { readScriptSettings } from '../../runner/scripts/script-settings.ts';
import { makeEnvironment } from '../python/make-environment.ts';

const base = await findBasePython(readScriptSettings(process.env));
if (base === null) skipSuite('the environment of Python scripts', 'no Python 3.10 was found');

/** Every environment has it, so that nothing is downloaded. */
const INSTALLED = ['pip'];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-python-'));
});
afterEach(() => rm(folder, { recursive: true }));

(base === null ? describe.skip : describe)('the environment of Python scripts', () => {
  it('is made once, and made again of other packages', async () => {
    const place = path.join(folder, 'extras', 'python');
    expect(await makeEnvironment(base!, INSTALLED, place)).toBe(true);
    const prefix = execFileSync(interpreterIn(place), ['-c', 'import sys; print(sys.prefix)']);
    expect(prefix.toString().trim()).toBe(place);
    expect(await makeEnvironment(base!, INSTALLED, place)).toBe(false);
    expect(await makeEnvironment({ ...base!, minor: 99 }, INSTALLED, place)).toBe(true);
  }, 120_000);

  it('stays as it was when the packages cannot be installed', async () => {
    const place = path.join(folder, 'python');
    await makeEnvironment(base!, INSTALLED, place);
    process.env.PIP_NO_INDEX = '1';
    try {
      await expect(makeEnvironment(base!, ['no-such-package==1'], place)).rejects.toThrow(
        /pip cannot install the packages. Check the network/,
      );
    } finally {
      delete process.env.PIP_NO_INDEX;
    }
    expect(existsSync(interpreterIn(place))).toBe(true);
    expect(readdirSync(folder)).toEqual(['python']);
  }, 120_000);
});

it('millrace python status shows the interpreters and what confines scripts', async () => {
  const env = { PATH: folder, SERVICE_DATA_DIR: folder };
  const { code, stdout } = await commandLine(['python', 'status'], { env });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^pandas: A script needs Python .* Run "npx millrace python setup --folder \S+python"/m,
  );
  expect(stdout).toMatch(/^isolation: (full|partial|flags-only)\. \S/m);
});

it('millrace python setup fails without Python and says what to do', async () => {
  const env = { PATH: folder, SERVICE_DATA_DIR: folder };
  const ended = await commandLine(['python', 'setup'], { env });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/No Python 3.10 or newer is on the PATH. Install one, or name it/);
});
