import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');
const FOLDERS = ['api', 'cli', 'operator', 'prisma'];

function sources(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .filter((entry) => !entry.name.endsWith('.test.ts'))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .filter((file) => !file.startsWith(path.join('prisma', 'generated'))),
  );
}

it('no store casts the rows of a raw statement, since only queryRows validates them', () => {
  // Without a type argument the rows are unknown, so only a statement that returns none is possible.
  const casts = sources().filter((file) =>
    /\$queryRaw(Unsafe)?</.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(casts).toEqual([]);
});
