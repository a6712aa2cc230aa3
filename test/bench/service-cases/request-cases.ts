import { measureWork } from '../measure-work.ts';
import { BenchService } from '../service.ts';
import { patiently } from './patiently.ts';
import type { OpenRival } from './rival.ts';

/** Work on a service that runs. */
export interface RequestCase {
  readonly name: string;
  /** @returns the wall time in milliseconds when another one than that of the whole work counts */
  readonly work: () => Promise<number | undefined>;
}

/** Opens a rival whose cases are requests to one service. */
export function requestRival(
  prepare: (service: BenchService) => Promise<readonly RequestCase[]>,
): OpenRival {
  return async ({ root, dataDir }) => {
    const service = await BenchService.start(dataDir, { root });
    const cases = await patiently('The preparation of a service', () => prepare(service));
    return {
      cases: cases.map(({ name, work }) => ({
        name,
        measure: () => measureWork(service.pid, work),
      })),
      close: () => service.stop(),
    };
  };
}
