import { ConfigError, UserError, type ConfigIssue } from '../../domain/errors.ts';
import type { ColumnSchema } from '../../domain/column.ts';
import { findColumn } from '../../domain/nearest-name.ts';

/** A config field, and a function that throws a UserError for an invalid value. */
export type FieldCheck = readonly [field: string, check: () => unknown];

/** The maximum number of reported issues of a node. */
export const MAX_ISSUES = 50;

/** Attributes the user errors of work on a field's value to the field. @throws ConfigError */
export function attributeToField<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ConfigError(issuesOf(error, field));
  }
}

/** Runs all checks. @throws ConfigError with the issues of all checks */
export function checkFields(checks: readonly FieldCheck[]): void {
  const issues: ConfigIssue[] = [];
  for (const [field, check] of checks) {
    if (issues.length >= MAX_ISSUES) break;
    try {
      check();
    } catch (error) {
      issues.push(...issuesOf(error, field));
    }
  }
  if (issues.length > 0) throw new ConfigError(issues);
}

/** Checks that the columns that a field names exist. */
export function columnChecks(
  field: string,
  names: readonly string[],
  columns: readonly ColumnSchema[],
): FieldCheck[] {
  return names.map((name) => [field, () => findColumn(columns, name)]);
}

/** Rethrows errors that are not user errors. */
function issuesOf(error: unknown, field: string): readonly ConfigIssue[] {
  if (error instanceof ConfigError) return error.issues;
  if (error instanceof UserError) return [{ field, message: error.message }];
  throw error;
}

/** @throws UserError when a name occurs more than once */
export function checkDistinctNames(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) {
      throw new UserError(`The column "${name}" occurs more than once. Names must be distinct.`);
    }
    seen.add(name);
  }
}
