import type { FlowParameter, ParameterType } from '../domain/graph.ts';
import type { JsonObject, JsonValue } from '../domain/json.ts';
import { readParameterValue } from '../graph/parameter-value.ts';
import { pythonLiteral, pythonText } from '../python/python-literal.ts';

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

/** Returns assignments of all parameters. A required one is None, followed by a check. */
export function parameterLines(
  specs: readonly FlowParameter[],
  variable: (name: string) => string,
): readonly string[] {
  return specs.flatMap((spec) => assignment(spec, variable(spec.name)));
}

function assignment(spec: FlowParameter, variable: string): readonly string[] {
  const note = spec.description ? `  # ${spec.description.replaceAll(/\s+/g, ' ')}` : '';
  const value = defaultOf(spec);
  if (value !== undefined) return [`${variable} = ${pythonLiteral(value)}${note}`];
  const message = `Set ${variable} at the head of this script: it must be ${TYPE_NAMES[spec.type ?? 'string']}.`;
  return [
    `${variable} = None${note}`,
    `if ${variable} is None:`,
    `    raise ValueError(${pythonText(message)})`,
  ];
}

function defaultOf(spec: FlowParameter): JsonValue | undefined {
  const { default: value, name, type = 'string' } = spec;
  return value === null || value === undefined
    ? undefined
    : readParameterValue({ name, type }, value);
}
