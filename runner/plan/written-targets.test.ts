import type { TableTarget } from './operators/database.ts';
import type { ObjectTarget } from './operators/storage.ts';
import { WrittenTargets } from './written-targets.ts';

const table = (mode: TableTarget['mode'], others: Partial<TableTarget> = {}): TableTarget => ({
  kind: 'table',
  connectionId: 'c',
  schema: null,
  table: 't',
  keys: [],
  mode,
  ...others,
});

const object = (mode: ObjectTarget['mode']): ObjectTarget => ({
  kind: 'object',
  connectionId: 'c',
  path: 'a.csv',
  format: 'csv',
  mode,
});

describe('the targets of the outputs of a flow', () => {
  it('refuse a table that replaces the rows of an earlier output', () => {
    const targets = new WrittenTargets(() => 'postgresql');
    targets.add(table('append'));
    expect(() => {
      targets.add(table('replace'));
    }).toThrow('"table": another output of this flow writes the table "t"');
  });

  it.each([
    [table('fail'), table('replace')],
    [object('error'), object('error')],
    [object('error'), object('overwrite')],
  ])('refuse what must not exist where an earlier output writes it', (target, earlier) => {
    const targets = new WrittenTargets(() => null);
    targets.add(earlier);
    expect(() => {
      targets.add(target);
    }).toThrow(/another output of this flow writes .*, and it must not exist/);
  });

  it('accept outputs that add rows to one table, and tables and connections of other names', () => {
    const targets = new WrittenTargets(() => 'postgresql');
    targets.add(table('replace'));
    targets.add(table('append'));
    targets.add(table('upsert', { keys: ['id'] }));
    targets.add(table('replace', { schema: 's' }));
    targets.add(table('replace', { connectionId: 'd' }));
    expect([targets.tables, targets.objects]).toEqual([3, 0]);
  });

  it.each(['sqlite', 'duckdb'])('know a table of %s by any spelling of its name', (provider) => {
    for (const other of [{ table: 'T' }, { schema: 'main' }, { schema: 'MAIN', table: 'T' }]) {
      const targets = new WrittenTargets(() => provider);
      targets.add(table('append'));
      expect(() => {
        targets.add(table('replace', other));
      }).toThrow('"table": another output of this flow writes the table');
    }
  });
});
