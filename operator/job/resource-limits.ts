import { parseQuantity } from '../../runner/domain/compute-resources.ts';
import type { JobSettings } from './job-settings.ts';
import type { RunSpec } from '../../kubernetes/resources/run.ts';

/** Why a run cannot have what it asks for on this installation, in a sentence; null when it can. */
export function resourceViolation(
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
  const amount = parseQuantity(asked);
  if (most !== undefined && amount > parseQuantity(most)) {
    return `The run asks for ${asked} of ${what}; at most ${most} is allowed here.`;
  }
  if (least !== undefined && amount < parseQuantity(least)) {
    return `The run asks for ${asked} of ${what}; at least ${least} is needed here.`;
  }
  return null;
}
