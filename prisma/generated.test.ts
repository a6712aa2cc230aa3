import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** Every file under a folder, by its path there. */
function contents(folder: string): Record<string, string> {
  const files = globSync('**/*.ts', { cwd: folder }).toSorted();
  return Object.fromEntries(
    files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
  );
}

describe('the generated database client', () => {
  it('equals the output of the generator: after a change, run `npm run generate`', () => {
    const copy = mkdtempSync(path.join(os.tmpdir(), 'millrace-generated-'));
    try {
      for (const part of ['package.json', 'prisma.config.ts', 'scripts', 'prisma/schema.prisma']) {
        cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
      }
      symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
      const script = path.join(copy, 'scripts', 'generate-prisma.mjs');
      const done = spawnSync(process.execPath, [script], { cwd: copy, encoding: 'utf8' });
      expect(done).toMatchObject({ status: 0, stderr: '' });
      const made = contents(path.join(copy, 'prisma', 'generated'));
      expect(Object.keys(made).length).toBeGreaterThan(10);
      expect(contents(path.join(root, 'prisma', 'generated'))).toEqual(made);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});
