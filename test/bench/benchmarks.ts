import { benchAfterStart } from './after-start.ts';
import { benchByHand } from './by-hand.ts';
import { benchCachedRuns } from './cached-runs.ts';
import { benchConnections } from './connections.ts';
import { benchHealth } from './health.ts';
import { benchKubernetes } from './kubernetes.ts';
import { benchLargeFiles } from './large-files.ts';
import { benchMemory } from './memory.ts';
import { benchNodes, type SpeedOptions } from './node-speed/node-speed.ts';
import { benchOperator } from './operator.ts';
import { benchRunLatency } from './run-latency.ts';
import { benchScaling } from './scaling.ts';
import { benchSmallRuns } from './small-runs.ts';
import { benchStartUp } from './start-up.ts';
import type { Figure } from './statistics.ts';
import { benchThirtyNodes } from './thirty-nodes.ts';
import { benchUpload } from './upload.ts';
import { benchWideData } from './wide-data.ts';

/** Measures in a folder of its own. Only node-speed has options. */
type Benchmark = (scratch: string, options: SpeedOptions) => Promise<readonly Figure[]>;

/** Benchmarks with bounds relative to a baseline of the same run, in the order in which they run. */
export const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  'start-up': benchStartUp,
  'after-start': benchAfterStart,
  memory: benchMemory,
  'small-runs': benchSmallRuns,
  'run-latency': benchRunLatency,
  upload: benchUpload,
  health: benchHealth,
  'large-files': benchLargeFiles,
  'by-hand': benchByHand,
  'thirty-nodes': benchThirtyNodes,
  'wide-data': benchWideData,
  'cached-runs': benchCachedRuns,
  connections: benchConnections,
  'node-speed': benchNodes,
  scaling: benchScaling,
  operator: benchOperator,
  kubernetes: benchKubernetes,
};
