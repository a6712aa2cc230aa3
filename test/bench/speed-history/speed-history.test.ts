import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SERVICE_BENCHMARKS } from '../service-cases/index.ts';
import { figureOf } from './record.ts';
import {
  appendSpeedLine,
  parseSpeedHistory,
  SPEED_HISTORY,
  withLine,
  type SpeedLine,
} from './speed-history.ts';

const spread = { median: 2, min: 1.5, max: 3 };
const LINE: SpeedLine = {
  commit: 'ab9f6377'.repeat(5),
  date: '2026-11-28T16:00:00.000Z',
  machine: { cores: 2, memoryGb: 24, node: '24.11.0' },
  load: { before: 0.4, after: 2.1 },
  figures: [
    {
      benchmark: 'large-files',
      case: 'sort of 1 M rows, on pandas',
      processorMs: spread,
      wallMs: spread,
      ratio: spread,
      pairs: 7,
    },
  ],
};

it('appends each record as one line of a JSON array, and leaves the older lines as they are', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-speed-'));
  try {
    const file = path.join(folder, 'speed-history.json');
    appendSpeedLine(LINE, file);
    const first = readFileSync(file, 'utf8');
    const later = { ...LINE, date: '2026-11-29T16:00:00.000Z' };
    appendSpeedLine(later, file);
    const second = readFileSync(file, 'utf8');
    expect(first.split('\n')).toEqual(['[', JSON.stringify(LINE), ']', '']);
    expect(second.split('\n')).toEqual([
      '[',
      `${JSON.stringify(LINE)},`,
      JSON.stringify(later),
      ']',
      '',
    ]);
    expect(parseSpeedHistory(second)).toEqual([LINE, later]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each([
  ['a short commit', { commit: 'ab9f6377' }],
  ['a date without a time', { date: '2026-11-28' }],
  ['the name of a machine', { machine: { ...LINE.machine, host: 'ci-7' } }],
  ['no figure', { figures: [] }],
  [
    'a median outside of its spread',
    { figures: [{ ...LINE.figures[0]!, ratio: { ...spread, median: 9 } }] },
  ],
] as const)('rejects a line with %s', (_, wrong) => {
  expect(() => withLine('[]', { ...LINE, ...wrong } as SpeedLine)).toThrow();
});

it('rounds figures, and takes the ratio within each pair', () => {
  const pair = (ours: number, theirs: number): object => ({
    ours: { wallMs: ours * 2, processorMs: ours },
    theirs: { wallMs: 1, processorMs: theirs },
  });
  const pairs = [pair(100, 300), pair(200, 400), pair(330, 300)] as never;
  expect(figureOf('upload', { name: 'upload of 2 M rows', pairs })).toEqual({
    benchmark: 'upload',
    case: 'upload of 2 M rows',
    processorMs: { median: 200, min: 100, max: 330 },
    wallMs: { median: 400, min: 200, max: 660 },
    ratio: { median: 0.5, min: 0.333, max: 1.1 },
    pairs: 3,
  });
  expect(figureOf('upload', { name: 'upload of 2 M rows', pairs: [] })).toBeNull();
});

it('has a history in docs whose every line has the format and known benchmarks', () => {
  const text = readFileSync(SPEED_HISTORY, 'utf8');
  const lines = parseSpeedHistory(text);
  expect(text.split('\n')).toHaveLength(lines.length + 3);
  for (const { figures } of lines) {
    for (const { benchmark } of figures) expect(SERVICE_BENCHMARKS).toHaveProperty(benchmark);
  }
});
