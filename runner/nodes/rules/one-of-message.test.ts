import { readConfig } from '../../graph/node-config.ts';
import { nodeOfType } from '../index.ts';

function refusal(type: string, config: Record<string, string | Record<string, string>>): string {
  const definition = nodeOfType(type);
  if (definition === undefined) throw new Error(type);
  try {
    readConfig(definition, { id: 'n', type, data: { config } }, {});
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
}

describe('an invalid choice in a config', () => {
  it.each([
    ['filterRows', { column: 'c', operator: '=' }, '=='],
    ['filterRows', { column: 'c', operator: '<>' }, '!='],
    ['filterRows', { column: 'c', operator: 'contain' }, 'contains'],
    ['filterRows', { column: 'c', operator: 'IS NULL' }, 'isnull'],
    ['groupByAggregate', { group_by: 'c', aggregations: { c: 'average' } }, 'mean'],
    ['groupByAggregate', { group_by: 'c', aggregations: { c: 'summ' } }, 'sum'],
    ['join', { on: 'c', how: 'iner' }, 'inner'],
    ['castDtypes', { casts: { c: 'int64' } }, 'integer'],
    ['fillNulls', { strategy: 'constnat' }, 'constant'],
    ['fileOutput', { format: 'parqet' }, 'parquet'],
  ])('of %s (%j) gets an error with the probable choice', (type, config, meant) => {
    expect(refusal(type, config)).toContain(`Did you mean "${meant}"?`);
  });

  it('gets an error with the list of choices when none is similar', () => {
    expect(refusal('join', { on: 'c', how: 'zzzzzzzzzz' })).toMatch(/: must be one of [a-z, ]+\.$/);
  });
});
