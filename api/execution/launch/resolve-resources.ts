import {
  parseResourceQuantity,
  type ComputeResources,
} from '../../../runner/domain/compute-resources.ts';
import { invalid } from '../../domain/errors.ts';

export type RequestedResources = {
  readonly [Name in keyof ComputeResources]?: string | null | undefined;
};

/** The largest that may be asked for; null: any. */
export type ResourceLimits = { readonly [Name in keyof ComputeResources]-?: string | null };

const RESOURCES = ['cpu', 'memory'] as const;
/** Below that no runner starts. */
const LEAST: Readonly<Required<ComputeResources>> = { cpu: '10m', memory: '128Mi' };
const EXAMPLE = { cpu: '500m or 2', memory: '512Mi or 4Gi' };

/**
 * CPU and memory of a run: each as the request wants it, else as the flow does.
 * @throws DomainError invalid for what is no quantity, too little or too much
 */
export function resolveResources(
  wanted: readonly (RequestedResources | null | undefined)[],
  most: ResourceLimits,
): ComputeResources | null {
  const given = RESOURCES.flatMap((resource) => {
    const text = wanted.map((one) => one?.[resource]).find((value) => value != null);
    if (text === undefined) return [];
    check(resource, text, most[resource]);
    return [[resource, text] as const];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}

function check(resource: keyof ComputeResources, text: string, most: string | null): void {
  const quantity = parseResourceQuantity(resource, text);
  if (quantity === null) {
    throw invalid(
      `"${resource}" of the run must be a quantity such as ${EXAMPLE[resource]}, not "${text.slice(0, 50)}".`,
    );
  }
  if (quantity < (parseResourceQuantity(resource, LEAST[resource]) ?? 0)) {
    throw invalid(`"${resource}" of the run must be at least ${LEAST[resource]}, not ${text}.`);
  }
  if (most !== null && quantity > (parseResourceQuantity(resource, most) ?? Infinity)) {
    throw invalid(`"${resource}" of the run may be at most ${most} on this server, not ${text}.`);
  }
}
