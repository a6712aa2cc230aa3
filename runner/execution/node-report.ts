import type { JsonObject, Row } from '../domain/json.ts';
import type { ParseOptions } from '../domain/parse-options.ts';
import type { NodeResult } from '../domain/run-result.ts';
import type { ObjectVersion } from '../domain/source-check.ts';
import type { RunWarning } from './run-logs.ts';

/** What a node read of a storage. */
export interface ReadObject extends ObjectVersion {
  /** How it was parsed; null: its files have other options or other columns. */
  readonly options: ParseOptions | null;
  /** The columns that libraries of Python misread. */
  readonly misreadColumns: readonly string[];
}

/** What a node reports besides its rows. */
export interface NodeReport {
  /** Sentences for the author of the flow. */
  readonly warnings: readonly string[];
  readonly assertion?: Assertion;
  readonly chart?: JsonObject;
  /** The object that the node read. */
  readonly object?: ReadObject;
}

/** The outcome of a check. */
export interface Assertion {
  readonly passed: boolean;
  readonly violationCount: number;
  /** The first violating rows, at most five. */
  readonly violatingSample: readonly Row[];
}

/** The report of a node that has none. */
export const NO_REPORT: NodeReport = { warnings: [] };

/** The fields of a report in a node result. */
export function reportFields({
  warnings,
  assertion,
  chart,
  object,
}: NodeReport): Partial<NodeResult> {
  return {
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(assertion === undefined ? {} : assertionFields(assertion)),
    ...(chart === undefined ? {} : { chart }),
    ...(object === undefined ? {} : objectFields(object)),
  };
}

function objectFields(object: ReadObject): Partial<NodeResult> {
  const { path, version, options, misreadColumns } = object;
  const fields = { object_path: path, object_version: version, object_options: options };
  return misreadColumns.length === 0
    ? fields
    : { ...fields, object_misread_columns: misreadColumns };
}

/** The fields of an assertion in a node result. */
export function assertionFields({
  passed,
  violationCount,
  violatingSample,
}: Assertion): Partial<NodeResult> {
  return {
    assertion_passed: passed,
    assertion_violation_count: violationCount,
    assertion_violating_sample: violatingSample,
  };
}

/** The warnings of all nodes, for the log of the run. */
export function reportedWarnings(results: readonly NodeResult[]): readonly RunWarning[] {
  return results.flatMap(({ node_id: nodeId, label, warnings = [] }) =>
    warnings.map((warning) => ({ nodeId, message: `${label}: ${warning}` })),
  );
}
