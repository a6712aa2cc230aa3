import { healthCases } from './health.ts';
import { largeFilesCases } from './large-files.ts';
import type { ServiceBenchmark } from './rival.ts';
import { smallRunsCases } from './small-runs.ts';
import { startUpCases } from './start-up.ts';
import { uploadCases } from './upload.ts';

/**
 * The benchmarks that only start a service and send requests: they can measure the service of another commit.
 * The others import code of the commit that they measure.
 */
export const SERVICE_BENCHMARKS: Readonly<Record<string, ServiceBenchmark>> = {
  'start-up': startUpCases,
  'small-runs': smallRunsCases,
  upload: uploadCases,
  health: healthCases,
  'large-files': largeFilesCases,
};
