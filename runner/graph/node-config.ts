import type { z } from 'zod';
import { NodeError, UserError } from '../domain/errors.ts';
import { nodeLabel, type GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { completeConfig, type AnyNode } from '../nodes/definition.ts';
import { plainMessage } from '../nodes/rules/plain-message.ts';
import { MAX_ISSUES } from '../plan/builders/field-checks.ts';
import { withLikelyCauses } from './config-warnings.ts';
import { missingFieldIssues } from './missing-fields.ts';
import { bindParameters } from './bind-parameters.ts';

/**
 * The effective config of a node: the defaults of its type, overlaid with the node's own values, with
 * bound parameters, parsed by the schema of the type. Unknown keys are ignored.
 * @throws NodeError that names node and field
 */
export function readConfig(definition: AnyNode, node: GraphNode, parameters: JsonObject): unknown {
  const read = checkConfig(definition, node.data.config, parameters);
  if (read.ok) return read.config;
  const sentences = read.issues
    .slice(0, 3)
    .map(({ message }) => message)
    .join(' ');
  const reason = withLikelyCauses(sentences, { node, definition }, Object.keys(parameters));
  throw new NodeError({ id: node.id, label: nodeLabel(node) }, reason);
}

/** The result of checkConfig. */
export type CheckedConfig =
  | { readonly ok: true; readonly config: unknown }
  | {
      readonly ok: false;
      /** `field` is null for an issue that concerns no single key. */
      readonly issues: readonly { readonly field: string | null; readonly message: string }[];
    };

/** Like readConfig, but returns the issues, at most 50, instead of throwing. */
export function checkConfig(
  definition: AnyNode,
  config: JsonObject,
  parameters: JsonObject,
): CheckedConfig {
  const { reading, defaultConfig } = definition;
  const bound = bindParameters(config, parameters, definition.expressionKeys);
  const complete = completeConfig(definition, bound);
  const unread = new Set(reading.unread(complete));
  const isRead = ([key]: [string, unknown]): boolean => !unread.has(key);
  const read = Object.fromEntries(Object.entries(complete).filter(isRead));
  const parsed = parse(definition, { ...defaultConfig, ...read });
  const issues = parsed.ok ? [] : parsed.issues;
  const missing = missingFieldIssues(definition, config, complete).filter(
    ({ field }) => !issues.some((issue) => issue.field === field),
  );
  if (missing.length === 0) return parsed;
  return { ok: false, issues: [...missing, ...issues].slice(0, MAX_ISSUES) };
}

function parse(definition: AnyNode, config: JsonObject): CheckedConfig {
  try {
    const parsed = definition.config.safeParse(config, { error: plainMessage });
    if (parsed.success) return { ok: true, config: parsed.data };
    return { ok: false, issues: parsed.error.issues.slice(0, MAX_ISSUES).map(toIssue) };
  } catch (error) {
    // A schema may call a parser that throws a UserError.
    if (error instanceof UserError) {
      return { ok: false, issues: [{ field: null, message: error.message }] };
    }
    throw error;
  }
}

function toIssue(issue: z.core.$ZodIssue): { field: string | null; message: string } {
  const [field] = issue.path;
  return { field: field === undefined ? null : String(field), message: describe(issue) };
}

function describe(issue: z.core.$ZodIssue): string {
  const message = /[.?!]$/.test(issue.message) ? issue.message : `${issue.message}.`;
  return issue.path.length === 0 ? message : `"${issue.path.join('.')}": ${message}`;
}
