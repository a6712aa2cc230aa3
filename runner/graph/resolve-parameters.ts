import { UserError } from '../domain/errors.ts';
import type { FlowParameter } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { nearestName } from '../domain/nearest-name.ts';
import { readParameterValue } from './parameter-value.ts';

/**
 * The effective value of every declared parameter: the override, else the default.
 * @throws UserError naming a parameter that is unknown, has no value, or a value of another type
 */
export function resolveParameters(
  specs: readonly FlowParameter[],
  overrides: JsonObject,
): JsonObject {
  const names = specs.map((spec) => spec.name);
  for (const name of Object.keys(overrides)) refuseUnknown(name, names);
  return Object.fromEntries(specs.map((spec) => [spec.name, effectiveValue(spec, overrides)]));
}

function effectiveValue(
  spec: FlowParameter,
  overrides: JsonObject,
): boolean | number | bigint | string {
  const given = Object.hasOwn(overrides, spec.name);
  const value = given ? overrides[spec.name] : spec.default;
  if (value === null || value === undefined) {
    const problem = given ? 'must not be null' : 'needs a value: it has no default';
    throw new UserError(`Parameter "${spec.name}" ${problem}.`);
  }
  return readParameterValue({ name: spec.name, type: spec.type ?? 'string' }, value);
}

function refuseUnknown(name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  if (names.length === 0) {
    throw new UserError(`There is no parameter "${name}": this flow declares none.`);
  }
  const nearest = nearestName(name, names);
  throw new UserError(
    nearest === undefined
      ? `There is no parameter "${name}". The parameters are: ${names.join(', ')}.`
      : `There is no parameter "${name}". Did you mean "${nearest}"?`,
  );
}
