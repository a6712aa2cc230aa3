import { fieldHint, nearestField } from './field-hint.ts';

describe('nearestField', () => {
  it.each([
    ['params', ['engine', 'parameters', 'input_dataset_id'], 'parameters'],
    ['graph', ['name', 'description', 'project_id', 'graph_json'], 'graph_json'],
    ['enabled', ['cron', 'engine', 'is_enabled', 'catch_up'], 'is_enabled'],
    ['ascendng', ['columns', 'ascending'], 'ascending'],
    ['timeout', ['engine', 'timeout_seconds'], 'timeout_seconds'],
    ['timeout', ['timezone', 'run_timeout_seconds'], 'run_timeout_seconds'],
    ['cronExpression', ['cron', 'description', 'retry_delay_seconds'], 'cron'],
  ])('finds the field meant by "%s" among %j', (name, known, expected) => {
    expect(nearestField(name, known)).toBe(expected);
  });

  it('returns undefined for a name that resembles no field', () => {
    expect(nearestField('zzz', ['name', 'color'])).toBeUndefined();
    expect(nearestField('id', ['name', 'project_id'])).toBeUndefined();
    expect(nearestField('x'.repeat(1_000_000), ['name', 'color'])).toBeUndefined();
  });
});

describe('fieldHint', () => {
  it('lists the known fields when none is similar', () => {
    expect(fieldHint('zzz', ['name', 'color'])).toBe('The fields are: name, color.');
  });
});
