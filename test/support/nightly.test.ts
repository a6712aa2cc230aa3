import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isLeftToNight, NIGHTLY } from './nightly.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const night = readFileSync(path.join(root, 'test/long/properties/jest.config.js'), 'utf8');
const parts = Object.entries(NIGHTLY).map(([part, { file }]) => [part, file] as const);

describe('what npm test leaves to the night', () => {
  it.each(parts)('is run by the night suite, and asked for by its file: %s', (part, file) => {
    expect(night).toContain(`'<rootDir>/${file}'`);
    expect(readFileSync(path.join(root, file), 'utf8')).toContain(`'${part}'`);
  });

  it('is left only without the variable of the night and without a selected node', () => {
    expect(isLeftToNight('large tables', {})).toBe(true);
    expect(isLeftToNight('large tables', { MILLRACE_NIGHT: '1' })).toBe(false);
    expect(isLeftToNight('large tables', { MILLRACE_PARITY_NODE: 'join' })).toBe(false);
  });
});
