import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** What listens for the end of a response misses one that has ended before. */
const LISTENS = /\bresponse\.(on|once|addListener)\(\s*'(close|finish)'/;

it('features learn of a disconnected client only by disconnectSignal, which knows one that left before', () => {
  const found = readdirSync(path.join(ROOT, 'api', 'features'), { recursive: true })
    .map((name) => path.join('api', 'features', String(name)))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => LISTENS.test(readFileSync(path.join(ROOT, file), 'utf8')));
  expect(found).toEqual([]);
});
