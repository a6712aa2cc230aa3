import { scriptPython, scriptSettings } from '../../test/support/script-settings.ts';
import { skipSuite } from '../../test/support/skips.ts';
import { runtimeVersions } from './runtime-versions.ts';

const python = await scriptPython();
if (python === null) skipSuite('versions of Python', 'no Python with pandas and polars was found');
const itWithPython = python === null ? it.skip : it;

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

  it('say whether a JavaScript gets danfojs-node', async () => {
    const settings = { ...(await scriptSettings()), extrasFolder: '/nowhere' };
    const found = await runtimeVersions(new Set(['javascript']), { engine: 'pandas', settings });
    expect(found.get('javascript')).toBe('without danfo');
  });
});
