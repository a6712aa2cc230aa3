import {
  parseResourceQuantity,
  type ComputeResources,
} from '../../../runner/domain/compute-resources.ts';
import { invalid } from '../../domain/errors.ts';

export type RequestedResources = {
  readonly [Name in keyof ComputeResources]?: string | null | undefined;
};

/** The maximum of each resource; null: unlimited. */
export type ResourceLimits = { readonly [Name in keyof ComputeResources]-?: string | null };

const RESOURCES = ['cpu', 'memory'] as const;
/** A runner does not start with less. */
const MINIMUM: Readonly<Required<ComputeResources>> = { cpu: '10m', memory: '128Mi' };
const EXAMPLE = { cpu: '500m or 2', memory: '512Mi or 4Gi' };

/**
 * CPU and memory of a run: for each the first request that names it.
 * @param requests in order of precedence
 * @returns null when no request names any
 * @throws DomainError invalid for a malformed quantity or one outside the limits
 */
export function resolveResources(
  requests: readonly (RequestedResources | null | undefined)[],
  limits: ResourceLimits,
): ComputeResources | null {
  const resolved = RESOURCES.flatMap((resource) => {
    const text = requests.map((request) => request?.[resource]).find((value) => value != null);
    if (text === undefined) return [];
    check(resource, text, limits[resource]);
    return [[resource, text] as const];
  });
  return resolved.length === 0 ? null : Object.fromEntries(resolved);
}

function check(resource: keyof ComputeResources, text: string, maximum: string | null): void {
  const quantity = parseResourceQuantity(resource, text);
  if (quantity === null) {
    throw invalid(
      `"${resource}" of the run must be a quantity such as ${EXAMPLE[resource]}, not "${text.slice(0, 50)}".`,
    );
  }
  if (quantity < (parseResourceQuantity(resource, MINIMUM[resource]) ?? 0)) {
    throw invalid(`"${resource}" of the run must be at least ${MINIMUM[resource]}, not ${text}.`);
  }
  if (maximum !== null && quantity > (parseResourceQuantity(resource, maximum) ?? Infinity)) {
    throw invalid(
      `"${resource}" of the run may be at most ${maximum} on this server, not ${text}.`,
    );
  }
}
