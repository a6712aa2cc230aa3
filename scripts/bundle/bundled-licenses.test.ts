import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundledLicenses } from './bundled-licenses.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'millrace-licenses-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

/** @returns the folder of the package */
function makePackage(name: string, files: Readonly<Record<string, string>>): string {
  const folder = path.join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  const manifest = JSON.stringify({ name, version: '1.2.3', license: 'MIT' });
  for (const [file, text] of Object.entries({ ...files, 'package.json': manifest })) {
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

describe('the licences of a bundle', () => {
  it('are those of each package with a module in it, once, in order, and of no source', () => {
    const scoped = makePackage('@one/two', {
      'LICENSE.md': 'Copyright two\n',
      NOTICE: 'Notice two\n',
    });
    const plain = makePackage('zod', { LICENSE: 'Copyright zod\n' });
    const modules = ['v4/core.js', 'index.js'].map((file) => path.join(plain, file));
    expect(
      bundledLicenses([...modules, path.join(root, 'cli', 'main.ts'), '\0helper'], [scoped]),
    ).toBe(
      [
        '@one/two 1.2.3 (MIT)\n\nCopyright two\nNotice two\n',
        'zod 1.2.3 (MIT)\n\nCopyright zod\n',
      ].join('\n'),
    );
  });

  it('are refused when a package has no text of its licence', () => {
    const folder = makePackage('bare', {});
    expect(() => bundledLicenses([path.join(folder, 'index.js')], [])).toThrow(
      `bare has no text of its licence in ${folder}`,
    );
  });
});
