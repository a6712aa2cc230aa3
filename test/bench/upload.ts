import path from 'node:path';
import { writeOrders } from './data.ts';
import { BenchService } from './service.ts';
import type { Figure } from './statistics.ts';

/** Uploading 2,000,000 rows: the API's memory must stay flat meanwhile. */
export async function benchUpload(scratch: string): Promise<readonly Figure[]> {
  const file = path.join(scratch, 'orders.csv');
  await writeOrders(file, 2_000_000);
  const service = await BenchService.start(path.join(scratch, 'data'));
  try {
    const before = service.residentMb();
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, service.residentMb());
    }, 10);
    const started = performance.now();
    await service.upload(file);
    const seconds = (performance.now() - started) / 1000;
    clearInterval(watch);
    return [
      { name: 'upload and reading of 2,000,000 rows', value: seconds, unit: 's' },
      {
        name: 'growth of the API while uploading',
        value: peak - before,
        unit: 'MB',
        bound: { kind: 'at most', value: 64 },
      },
    ];
  } finally {
    await service.stop();
  }
}
