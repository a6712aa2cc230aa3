import path from 'node:path';
import { BenchService } from './service.ts';
import type { Figure } from './statistics.ts';

/** How soon a service answers on an existing database, and what it costs while idle. */
export async function benchStartUp(scratch: string): Promise<readonly Figure[]> {
  const dataDir = path.join(scratch, 'data');
  const first = await BenchService.start(dataDir);
  await first.stop();
  const second = await BenchService.start(dataDir);
  try {
    return [
      { name: 'start on an empty folder', value: first.startMs / 1000, unit: 's' },
      {
        name: 'start on an existing database',
        value: second.startMs / 1000,
        unit: 's',
        bound: { kind: 'at most', value: 3 },
      },
      {
        name: 'idle API process',
        value: second.residentMb(),
        unit: 'MB',
        bound: { kind: 'at most', value: 150 },
      },
    ];
  } finally {
    await second.stop();
  }
}
