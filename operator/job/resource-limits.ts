import type { JobSettings } from './job-settings.ts';
import type { RunSpec } from '../resources/run.ts';

const FACTORS: Readonly<Record<string, number>> = {
  '': 1,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
};

/**
 * The number that a quantity of Kubernetes stands for, e.g. 0.5 for `500m`.
 * @throws Error when it is none
 */
export function amountOf(quantity: string): number {
  const [, digits, suffix = ''] = /^(\d+(?:\.\d+)?)([a-zA-Z]*)$/.exec(quantity) ?? [];
  const factor = FACTORS[suffix];
  if (digits === undefined || factor === undefined) throw new Error(`Not a quantity: ${quantity}`);
  return Number(digits) * factor;
}

/** Why a run cannot have what it asks for on this installation, in a sentence; null when it can. */
export function refusedResources(
  { resources }: Pick<RunSpec, 'resources'>,
  { limits }: Pick<JobSettings, 'limits'>,
): string | null {
  return (
    refused(resources.cpu, 'CPUs', { least: limits.minCpu, most: limits.maxCpu }) ??
    refused(resources.memory, 'memory', { least: limits.minMemory, most: limits.maxMemory })
  );
}

interface Bounds {
  readonly least: string | undefined;
  readonly most: string | undefined;
}

function refused(asked: string | undefined, what: string, { least, most }: Bounds): string | null {
  if (asked === undefined) return null;
  const amount = amountOf(asked);
  if (most !== undefined && amount > amountOf(most)) {
    return `The run asks for ${asked} of ${what}; at most ${most} is allowed here.`;
  }
  if (least !== undefined && amount < amountOf(least)) {
    return `The run asks for ${asked} of ${what}; at least ${least} is needed here.`;
  }
  return null;
}
