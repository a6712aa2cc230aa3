import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROVIDERS } from '../../runner/connectors/providers/index.ts';

const PAGE = path.resolve(import.meta.dirname, '..', '..', 'docs', 'connectors.md');

/** The cells of the row of a provider. */
function rowOf(name: string): readonly string[] {
  const row = readFileSync(PAGE, 'utf8')
    .split('\n')
    .find((line) => line.includes(`| \`${name}\` `));
  return (row ?? '').split('|').map((cell) => cell.trim());
}

describe('docs/connectors.md', () => {
  it.each(PROVIDERS.map((provider) => [provider.name, provider] as const))(
    'says of %s whether this release can use it, and against what that was tested',
    (name, { sql, storage }) => {
      const [, , , driver, reads, , , , tested] = rowOf(name);
      expect(driver).toBeDefined();
      const isUsable = sql !== undefined || storage !== undefined;
      expect(reads !== 'no').toBe(isUsable);
      expect(tested !== 'nothing').toBe(isUsable);
    },
  );

  it('says of each database whether it computes nodes of a flow', async () => {
    for (const { name, sql } of PROVIDERS) {
      if (sql === undefined) continue;
      const driver = await sql();
      expect([name, rowOf(name)[6]]).toEqual([
        name,
        driver.typedQuery === undefined ? 'no' : 'yes',
      ]);
    }
  });

  it('says of each database whether it can be read incrementally', async () => {
    for (const { name, sql } of PROVIDERS) {
      if (sql === undefined) continue;
      const driver = await sql();
      const said = driver.window === undefined ? 'no' : 'yes';
      expect([name, rowOf(name)[7]]).toEqual([name, said]);
    }
  });
});
