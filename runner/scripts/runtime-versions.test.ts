import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scriptPython, scriptSettings } from '../../test/support/script-settings.ts';
import { skipSuite } from '../../test/support/skips.ts';
import { runtimeVersions } from './runtime-versions.ts';

const python = await scriptPython();
if (python === null) skipSuite('versions of Python', 'no Python with pandas and polars was found');
const itWithPython = python === null ? it.skip : it;

/** The version that the extra locks: any other one is rejected. */
let version: string | undefined;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'runtime-versions-'));
  const manifest = path.join(import.meta.dirname, '..', 'extras', 'danfo', 'package.json');
  version = /"danfojs-node": "([0-9.]+)"/.exec(await readFile(manifest, 'utf8'))?.[1];
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('the versions that results of scripts depend on', () => {
  itWithPython('list the interpreter and its packages', async () => {
    const settings = await scriptSettings();
    const found = await runtimeVersions(new Set(['python']), { engine: 'polars', settings });
    expect(found.get('python')).toMatch(/^\["3\.\d+\.\d+ .*"polars==\d/);
  });

  it('are missing where no Python can execute scripts', async () => {
    const settings = {
      ...(await scriptSettings()),
      python: null,
      pythonFolder: '/',
      searchPath: '',
    };
    const found = await runtimeVersions(new Set(['python']), { engine: 'polars', settings });
    expect(found.has('python')).toBe(false);
  });

  it('have the installed version of danfojs-node, wherever it is', async () => {
    const keys: (string | undefined)[] = [];
    for (const name of ['one', 'other']) {
      const extrasFolder = path.join(folder, name);
      const installed = path.join(extrasFolder, 'danfo', 'node_modules', 'danfojs-node');
      await mkdir(installed, { recursive: true });
      await writeFile(path.join(installed, 'package.json'), JSON.stringify({ version }));
      const settings = { ...(await scriptSettings()), extrasFolder };
      const use = { engine: 'pandas', settings } as const;
      keys.push((await runtimeVersions(new Set(['javascript']), use)).get('javascript'));
    }
    expect(keys).toEqual([`danfo ${version}`, `danfo ${version}`]);
  });

  it('say whether a JavaScript gets danfojs-node', async () => {
    const settings = { ...(await scriptSettings()), extrasFolder: '/nowhere' };
    const found = await runtimeVersions(new Set(['javascript']), { engine: 'pandas', settings });
    expect(found.get('javascript')).toBe('without danfo');
  });
});
