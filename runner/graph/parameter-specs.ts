import { z } from 'zod';
import { UserError } from '../domain/errors.ts';
import { PARAMETER_TYPES, type FlowParameter } from '../domain/graph.ts';
import { readParameterValue } from './parameter-value.ts';

/** Names that parameters cannot have, since exported Python scripts declare them as variables. */
const RESERVED = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except ' +
    'finally for from global if import in is lambda nonlocal not or pass raise return try while ' +
    'with yield match case type _ pd pl np os df'
  ).split(' '),
);

const spec = z.looseObject({
  name: z.string(),
  type: z.enum(PARAMETER_TYPES).optional(),
  default: z.unknown().optional(),
  description: z.string().nullish(),
});

/**
 * Validates the parameter declarations of a flow when it is saved.
 * @param specs `parameters` of the graph; null and undefined are an empty list
 * @returns the declarations, unchanged
 * @throws UserError that names the parameter
 */
export function checkParameterSpecs(specs: unknown): readonly FlowParameter[] {
  for (const message of parameterSpecProblems(specs)) throw new UserError(message);
  return (specs ?? []) as FlowParameter[];
}

/** All problems of parameter declarations, as sentences. */
export function* parameterSpecProblems(specs: unknown): Generator<string, void> {
  if (specs === undefined || specs === null) return;
  if (!Array.isArray(specs)) {
    yield '"parameters" must be a list.';
    return;
  }
  const names = new Set<string>();
  for (const [index, item] of specs.entries()) {
    try {
      checkSpec(item, index, names);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      yield error.message;
    }
  }
}

function checkSpec(item: unknown, index: number, names: Set<string>): void {
  const parsed = spec.safeParse(item);
  if (!parsed.success) throw new UserError(describe(item, index, parsed.error.issues[0]));
  const { name, type = 'string' } = parsed.data;
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
    throw new UserError(
      `Parameter "${name}": a name starts with a letter and has only letters, digits and _.`,
    );
  }
  if (RESERVED.has(name) || /^df_\d+$/.test(name)) {
    throw new UserError(`Parameter "${name}": this name is reserved. Choose another one.`);
  }
  if (names.has(name)) throw new UserError(`Parameter "${name}" is declared twice.`);
  names.add(name);
  const fallback = parsed.data.default;
  if (fallback !== undefined && fallback !== null) readParameterValue({ name, type }, fallback);
}

function describe(item: unknown, index: number, issue: z.core.$ZodIssue | undefined): string {
  const name: unknown = typeof item === 'object' && item !== null && 'name' in item && item.name;
  const which = typeof name === 'string' ? `"${name}"` : `number ${index + 1}`;
  const problem = PROBLEM_BY_FIELD[String(issue?.path[0])] ?? 'must be an object with "name"';
  return `Parameter ${which}: ${problem}.`;
}

const PROBLEM_BY_FIELD: Readonly<Record<string, string>> = {
  type: `"type" must be one of ${PARAMETER_TYPES.join(', ')}`,
  name: '"name" must be text',
  description: '"description" must be text',
};
