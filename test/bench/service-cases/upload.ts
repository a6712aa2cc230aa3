import path from 'node:path';
import { writeOrders } from '../data.ts';
import { requestRival } from './request-cases.ts';
import type { OpenRival } from './rival.ts';

/** An upload of 2,000,000 rows. */
export async function uploadCases(scratch: string): Promise<OpenRival> {
  const file = path.join(scratch, 'orders.csv');
  await writeOrders(file, 2_000_000);
  return requestRival((service) => {
    const upload = async (): Promise<undefined> => {
      await service.upload(file);
    };
    return Promise.resolve([{ name: 'upload of 2 M rows', work: upload }]);
  });
}
