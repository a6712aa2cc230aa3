import type { FlowParameter, ParameterType } from '../domain/graph.ts';
import type { JsonObject, JsonValue } from '../domain/json.ts';
import { readParameterValue } from '../graph/parameter-value.ts';
import { pythonLiteral, pythonText } from '../python/python-literal.ts';
import { singleLine } from './python-script.ts';

const PLACEHOLDERS: Readonly<Record<ParameterType, JsonValue>> = {
  string: '',
  integer: 1,
  number: 1,
  boolean: true,
};

const TYPE_NAMES: Readonly<Record<ParameterType, string>> = {
  string: 'text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'True or False',
};

/**
 * Returns the parameter values for planning a script: the defaults, or a placeholder of the parameter's
 * type.
 */
export function plannedParameters(specs: readonly FlowParameter[]): JsonObject {
  return Object.fromEntries(
    specs.map((spec) => [spec.name, defaultOf(spec) ?? PLACEHOLDERS[spec.type ?? 'string']]),
  );
}

/** Returns assignments of all parameters. A required one is None. */
export function parameterLines(
  specs: readonly FlowParameter[],
  variable: (name: string) => string,
): readonly string[] {
  return specs.flatMap((spec) => {
    const value = defaultOf(spec);
    const assignment = `${variable(spec.name)} = ${value === undefined ? 'None' : pythonLiteral(value)}`;
    return spec.description ? [`# ${singleLine(spec.description)}`, assignment] : [assignment];
  });
}

/** Returns statements that fail while a required parameter is not set. */
export function parameterChecks(
  specs: readonly FlowParameter[],
  variable: (name: string) => string,
): readonly string[] {
  return specs
    .filter((spec) => defaultOf(spec) === undefined)
    .flatMap((spec) => {
      const name = variable(spec.name);
      const message = `Set ${name} at the head of this script: it must be ${TYPE_NAMES[spec.type ?? 'string']}.`;
      return [`if ${name} is None:`, `    raise ValueError(${pythonText(message)})`];
    });
}

function defaultOf(spec: FlowParameter): JsonValue | undefined {
  const { default: value, name, type = 'string' } = spec;
  return value === null || value === undefined
    ? undefined
    : readParameterValue({ name, type }, value);
}
