import type { FlowParameter, ParameterType } from '../domain/graph.ts';
import type { JsonObject, JsonValue } from '../domain/json.ts';
import { readParameterValue } from '../graph/parameter-value.ts';
import { pythonLiteral, pythonText } from '../python/python-literal.ts';

const STAND_IN: Readonly<Record<ParameterType, JsonValue>> = {
  string: '',
  integer: 1,
  number: 1,
  boolean: true,
};

const TYPE_WORD: Readonly<Record<ParameterType, string>> = {
  string: 'text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'True or False',
};

/**
 * The values that a script is planned with: the defaults, and for a parameter without one a value
 * of its type, since only the script's reader will know the real one.
 */
export function plannedParameters(specs: readonly FlowParameter[]): JsonObject {
  return Object.fromEntries(
    specs.map((spec) => [spec.name, defaultOf(spec) ?? STAND_IN[spec.type ?? 'string']]),
  );
}

/** Assignments of all parameters; one that must be set is None and checked. */
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
  const message = `Set ${variable} at the head of this script: it must be ${TYPE_WORD[spec.type ?? 'string']}.`;
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
