import type { Engine } from '../../../runner/domain/engine.ts';
import type { Figure } from '../statistics.ts';
import type { NodeCost } from './measure.ts';

export const FEW_ROWS = 100_000;
export const MANY_ROWS = 1_000_000;
/** Ratios of shorter times say little: the ratio is to the baseline or to this time. */
const LEAST_SECONDS = 0.005;
/** What a run may take beyond its bound: it counts the rows of each node and shows a sample of them. */
export const ALLOWED_SECONDS = 0.015;
/** Ten times the rows of an algorithm in n log n. */
const MAX_GROWTH = (10 * Math.log(MANY_ROWS)) / Math.log(FEW_ROWS);

/** The largest ratios to the baseline. `ALLOWED_SECONDS` of a run do not count. */
export const SPEED_BOUNDS: Readonly<
  Record<Engine, { readonly time: number; readonly memory: number }>
> = { polars: { time: 1.5, memory: 1.5 }, pandas: { time: 1.7, memory: 1.5 } };

/** A node whose time has another bound on an engine, and why. */
export interface NodeBound {
  readonly node: string;
  readonly engine: Engine;
  readonly time: number;
  readonly reason: string;
}

export const NODE_BOUNDS: readonly NodeBound[] = [
  {
    node: 'removeDuplicates',
    engine: 'polars',
    time: 2.5,
    reason:
      'a run reports the number of its rows and a sample, so the few rows that are left are written, counted and read before the output has them; the baseline writes them only.',
  },
];

/** The costs of a node on an engine. */
export interface NodeSpeed {
  readonly node: string;
  readonly engine: Engine;
  readonly rows: number;
  readonly ours: NodeCost;
  /** The same work by hand, in real pandas or lazy polars. */
  readonly baseline: NodeCost;
}

/** The largest ratios of a node to its baseline. */
export function boundsOf({ node, engine }: Pick<NodeSpeed, 'node' | 'engine'>): {
  readonly time: number;
  readonly memory: number;
} {
  const own = NODE_BOUNDS.find((bound) => bound.node === node && bound.engine === engine);
  const bounds = SPEED_BOUNDS[engine];
  return own === undefined ? bounds : { ...bounds, time: own.time };
}

/**
 * The processor time of the node alone: that of the run without that of reading and writing its result. The
 * difference of two times says little where the node takes less than a tenth of the run.
 */
export function nodeSeconds({ run, fixed }: NodeCost): number {
  return Math.max(run.processorSeconds - fixed.processorSeconds, 0);
}

/** The processor time of the run over that of the baseline, or over 5 ms if that is more. */
export function timeRatio({ ours, baseline }: NodeSpeed): number {
  return ours.run.processorSeconds / Math.max(baseline.run.processorSeconds, LEAST_SECONDS);
}

/** The ratio that the bound limits: without what a run may take beyond it. */
export function boundedRatio({ ours, baseline }: NodeSpeed): number {
  const counted = Math.max(0, ours.run.processorSeconds - ALLOWED_SECONDS);
  return counted / Math.max(baseline.run.processorSeconds, LEAST_SECONDS);
}

/** The peak of memory over that of the baseline. */
export function memoryRatio({ ours, baseline }: NodeSpeed): number {
  return ours.peakMb / baseline.peakMb;
}

/** The figures of a node: time and memory over the baseline, and of many rows the growth. */
export function figuresOf(speed: NodeSpeed, all: readonly NodeSpeed[]): readonly Figure[] {
  const { node, engine, rows, ours, baseline } = speed;
  const name = `${node} of ${rows} rows on ${engine}`;
  const both = (unit: string, of: (cost: NodeCost) => number): string =>
    `${of(ours).toFixed(0)} / ${of(baseline).toFixed(0)} ${unit}`;
  const alone = both('ms', (cost) => nodeSeconds(cost) * 1000);
  const processor = both('ms', ({ run }) => run.processorSeconds * 1000);
  const wall = both('ms', ({ run }) => run.seconds * 1000);
  const { time, memory } = boundsOf(speed);
  const figures: Figure[] = [
    {
      name: `${name}: processor time beyond ${ALLOWED_SECONDS * 1000} ms (${processor}; without reading and writing ${alone}, elapsed ${wall})`,
      value: boundedRatio(speed),
      unit: '×',
      bound: { kind: 'at most', value: time },
    },
    {
      name: `${name}: peak memory (${both('MB', ({ peakMb }) => peakMb)})`,
      value: memoryRatio(speed),
      unit: '×',
      bound: { kind: 'at most', value: memory },
    },
  ];
  const few = all.find(
    (other) => other.node === node && other.engine === engine && other.rows === FEW_ROWS,
  );
  if (rows !== MANY_ROWS || few === undefined) return figures;
  const growth: Figure = {
    name: `${node} on ${engine}: time of a run of ${MANY_ROWS} rows over ${FEW_ROWS} rows`,
    value: ours.run.processorSeconds / Math.max(few.ours.run.processorSeconds, LEAST_SECONDS),
    unit: '×',
    bound: { kind: 'at most', value: MAX_GROWTH },
  };
  return [...figures, growth];
}
