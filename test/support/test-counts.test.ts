import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { count } from './test-counts.ts';

const VARIABLE = 'MILLRACE_TEST_COUNTS';
const before = process.env[VARIABLE];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-counts-'));
});

afterEach(() => {
  if (before === undefined) Reflect.deleteProperty(process.env, VARIABLE);
  else process.env[VARIABLE] = before;
  rmSync(folder, { recursive: true });
});

describe('counts of expensive work in tests', () => {
  it('are lines of JSON with the tier of their file, in the file that a variable names', () => {
    const file = path.join(folder, 'counts.jsonl');
    process.env[VARIABLE] = file;
    count('service-start');
    count('script-fork', 3);
    expect(readFileSync(file, 'utf8')).toBe(
      '{"what":"service-start","n":1,"tier":"service"}\n{"what":"script-fork","n":3,"tier":"service"}\n',
    );
  });

  it.each([undefined, ''])('are not written when the variable is %p', (value) => {
    if (value === undefined) Reflect.deleteProperty(process.env, VARIABLE);
    else process.env[VARIABLE] = value;
    expect(() => {
      count('service-start');
    }).not.toThrow();
  });
});
