import type { Engine } from '../../../runner/domain/engine.ts';
import type { Figure } from '../statistics.ts';
import type { NodeCost } from './measure.ts';

export const FEW_ROWS = 100_000;
export const MANY_ROWS = 1_000_000;
/** Ratios of shorter times say little: the bound is a multiple of the baseline or of this time. */
const LEAST_SECONDS = 0.005;
/** Ten times the rows of an algorithm in n log n. */
const MAX_GROWTH = (10 * Math.log(MANY_ROWS)) / Math.log(FEW_ROWS);

/** The largest ratios to the baseline. */
export const SPEED_BOUNDS: Readonly<
  Record<Engine, { readonly time: number; readonly memory: number }>
> = { polars: { time: 1.2, memory: 1.5 }, pandas: { time: 1.5, memory: 1.5 } };

/** The costs of a node on an engine. */
export interface NodeSpeed {
  readonly node: string;
  readonly engine: Engine;
  readonly rows: number;
  readonly ours: NodeCost;
  /** The same work by hand, in real pandas or lazy polars. */
  readonly baseline: NodeCost;
}

/** The time over that of the baseline, or over 5 ms if that is more. */
export function timeRatio({ ours, baseline }: NodeSpeed): number {
  return ours.seconds / Math.max(baseline.seconds, LEAST_SECONDS);
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
  const wall = both('ms', ({ seconds }) => seconds * 1000);
  const processor = both('ms', ({ processorSeconds }) => processorSeconds * 1000);
  const bounds = SPEED_BOUNDS[engine];
  const figures: Figure[] = [
    {
      name: `${name}: time (${wall}, processor ${processor})`,
      value: timeRatio(speed),
      unit: '×',
      bound: { kind: 'at most', value: bounds.time },
    },
    {
      name: `${name}: peak memory (${both('MB', ({ peakMb }) => peakMb)})`,
      value: memoryRatio(speed),
      unit: '×',
      bound: { kind: 'at most', value: bounds.memory },
    },
  ];
  const few = all.find(
    (other) => other.node === node && other.engine === engine && other.rows === FEW_ROWS,
  );
  if (rows !== MANY_ROWS || few === undefined) return figures;
  const growth: Figure = {
    name: `${node} on ${engine}: time of ${MANY_ROWS} rows over ${FEW_ROWS} rows`,
    value: ours.seconds / Math.max(few.ours.seconds, LEAST_SECONDS),
    unit: '×',
    bound: { kind: 'at most', value: MAX_GROWTH },
  };
  return [...figures, growth];
}
