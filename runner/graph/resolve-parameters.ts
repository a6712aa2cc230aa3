import { UserError } from '../domain/errors.ts';
import type { FlowParameter } from '../domain/graph.ts';
import type { JsonObject, JsonValue } from '../domain/json.ts';
import { ParameterNames } from '../domain/parameter-names.ts';
import { readParameterValue } from './parameter-value.ts';

/** An invalid, missing or unknown parameter value. */
export interface ParameterIssue {
  readonly name: string;
  readonly message: string;
}

/**
 * The effective values of all declared parameters: the override, else the default.
 * @throws UserError that names an unknown parameter, or one whose value is missing or of another type
 */
export function resolveParameters(
  specs: readonly FlowParameter[],
  overrides: JsonObject,
): JsonObject {
  const { values, issues } = checkParameters(specs, overrides);
  for (const { message } of issues) throw new UserError(message);
  return values;
}

/** Like resolveParameters, but returns all issues instead of throwing. `values` has the valid ones. */
export function checkParameters(
  specs: readonly FlowParameter[],
  overrides: JsonObject,
): { readonly values: JsonObject; readonly issues: readonly ParameterIssue[] } {
  const names = ParameterNames.of(specs);
  const issues: ParameterIssue[] = Object.keys(overrides)
    .filter((name) => !names.has(name))
    .map((name) => ({ name, message: names.unknown(name) }));
  const values: [string, JsonValue][] = [];
  for (const spec of specs) {
    try {
      values.push([spec.name, effectiveValue(spec, overrides)]);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      issues.push({ name: spec.name, message: error.message });
    }
  }
  return { values: Object.fromEntries(values), issues };
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
