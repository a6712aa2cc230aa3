import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { countLines, overBudget, readCounts, withoutBudget } from './counts.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-counts-'));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the counts of a test run', () => {
  it('are added by tier and kind, with builds apart', () => {
    const file = path.join(folder, 'counts.jsonl');
    const lines = [
      { what: 'process', n: 3, tier: 'service' },
      { made: 'etcd', seconds: 31.5 },
      { what: 'process', n: 4, tier: 'service' },
      { what: 'script', n: 9, tier: 'parity' },
    ];
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(readCounts(file)).toEqual({
      counts: { service: { process: 7 }, parity: { script: 9 } },
      made: [{ name: 'etcd', seconds: 31.5 }],
    });
  });

  it('are empty when no test counted anything', () => {
    expect(readCounts(path.join(folder, 'none'))).toEqual({ counts: {}, made: [] });
  });

  it('are printed by tier, those without a budget too', () => {
    expect(
      countLines({ service: { process: 7, 'service-start': 3 }, parity: { script: 9 } }),
    ).toEqual([
      'counts of service: 7 × process, 3 × service-start',
      'counts of parity: 9 × script',
    ]);
  });

  it('may exceed what was recorded by a tenth, and name the budget beyond that', () => {
    const recorded = { service: { process: 200 } };
    expect(overBudget({ service: { process: 220 } }, recorded)).toEqual([]);
    expect(overBudget({ service: { process: 221 } }, recorded)).toEqual([
      expect.stringContaining('service: 221 × process, the budget is 220.'),
    ]);
    expect(overBudget({}, recorded)).toEqual([]);
  });

  it('name a kind or a tier that was never recorded, but not one that varies with the machine', () => {
    const recorded = { service: { 'service-start': 200 } };
    const now = {
      service: { 'service-start': 300, 'new kind': 7, process: 900 },
      cluster: { 'chart-installation': 4, 'service-host': 3 },
    };
    expect(withoutBudget(now, recorded)).toEqual([
      'no budget recorded for new kind of tier service (now 7): record one by `npm test -- --record`.',
      'no budget recorded for chart-installation of tier cluster (now 4): record one by `npm test -- --record`.',
    ]);
    expect(withoutBudget({ service: { 'service-start': 1 } }, recorded)).toEqual([]);
  });

  it('may vary by two where few were recorded', () => {
    const recorded = { cluster: { process: 3 } };
    expect(overBudget({ cluster: { process: 5 } }, recorded)).toEqual([]);
    expect(overBudget({ cluster: { process: 6 } }, recorded)).toHaveLength(1);
  });
});
