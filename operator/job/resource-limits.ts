import { parseQuantity } from '../../runner/domain/compute-resources.ts';
import type { JobSettings } from './job-settings.ts';
import type { RunSpec } from '../../kubernetes/resources/run.ts';

/** The sentence that says which limit of the installation a run's resources exceed; null: none. */
export function resourceViolation(
  { resources }: Pick<RunSpec, 'resources'>,
  { limits }: Pick<JobSettings, 'limits'>,
): string | null {
  return (
    violationOf(resources.cpu, 'CPUs', { min: limits.minCpu, max: limits.maxCpu }) ??
    violationOf(resources.memory, 'memory', { min: limits.minMemory, max: limits.maxMemory })
  );
}

interface Bounds {
  readonly min: string | undefined;
  readonly max: string | undefined;
}

function violationOf(
  request: string | undefined,
  what: string,
  { min, max }: Bounds,
): string | null {
  if (request === undefined) return null;
  const amount = parseQuantity(request);
  if (max !== undefined && amount > parseQuantity(max)) {
    return `The run asks for ${request} of ${what}; at most ${max} is allowed here.`;
  }
  if (min !== undefined && amount < parseQuantity(min)) {
    return `The run asks for ${request} of ${what}; at least ${min} is needed here.`;
  }
  return null;
}
