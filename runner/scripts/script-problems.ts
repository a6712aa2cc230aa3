import type { Engine } from '../domain/engine.ts';
import { NodeError } from '../domain/errors.ts';
import { nodeLabel, type GraphNode } from '../domain/graph.ts';
import type { AnyNode } from '../nodes/definition.ts';
import type { ScriptRuntime } from '../plan/operators/opaque.ts';
import { isolationProblem } from './isolation.ts';
import { checkPython } from './python/check-python.ts';
import { findPython } from './python/find-python.ts';
import { NO_PYTHON_IN_CLUSTER, type ScriptHost } from './script-host.ts';
import type { ScriptSettings } from './script-settings.ts';

/** A node whose script cannot be executed. */
export interface ScriptProblem {
  readonly node: GraphNode;
  readonly field: string;
  /** unavailable: no script of the kind can be executed. */
  readonly kind: 'syntax' | 'unavailable';
  readonly message: string;
}

/** A node with its parsed config. */
interface ConfiguredNode {
  readonly node: GraphNode;
  readonly definition: AnyNode;
  readonly config: unknown;
}

interface ScriptField {
  readonly node: GraphNode;
  readonly field: string;
  readonly script: string;
  readonly runtime: ScriptRuntime;
}

/**
 * Finds the scripts that cannot be executed: all where the isolation is too weak, those of Python without
 * Python, and those with a syntax error of Python. Nodes without a script cost nothing. Of a cluster with Python the syntax is unknown here: the runs check it.
 */
export async function scriptProblems(
  nodes: Iterable<ConfiguredNode>,
  engine: Engine,
  host: ScriptHost,
): Promise<readonly ScriptProblem[]> {
  const scripts = [...nodes].flatMap(scriptFields);
  if (scripts.length === 0) return [];
  const weak = host.kind === 'machine' ? await isolationProblem(host.settings.minIsolation) : null;
  if (weak !== null) return scripts.map((script) => unavailable(script, weak));
  const fields = scripts.filter(({ runtime }) => runtime === 'python');
  return fields.length === 0 ? [] : await pythonProblems(fields, engine, host);
}

async function pythonProblems(
  fields: readonly ScriptField[],
  engine: Engine,
  host: ScriptHost,
): Promise<readonly ScriptProblem[]> {
  if (host.kind === 'cluster' && host.hasPython) return [];
  const python =
    host.kind === 'cluster'
      ? { missing: NO_PYTHON_IN_CLUSTER }
      : await findPython(host.settings, engine);
  if ('missing' in python) {
    const { missing } = python;
    return fields.map((field) => unavailable(field, missing));
  }
  const found = await checkPython(
    python.executable,
    fields.map(({ script }) => script),
  );
  return fields.flatMap(({ node, field }, index): ScriptProblem[] => {
    const problem = found[index] ?? null;
    if (problem === null) return [];
    const at = problem.line === null ? '' : ` in line ${problem.line}`;
    const message = `The script has a syntax error${at}: ${problem.message}.`;
    return [{ node, field, kind: 'syntax', message }];
  });
}

function unavailable({ node, field }: ScriptField, message: string): ScriptProblem {
  return { node, field, kind: 'unavailable', message };
}

/** The first problem as an error of its node; null without one. */
export async function firstScriptProblem(
  nodes: Iterable<ConfiguredNode>,
  engine: Engine,
  settings: ScriptSettings,
): Promise<NodeError | null> {
  const [first] = await scriptProblems(nodes, engine, { kind: 'machine', settings });
  return first === undefined ? null : scriptError(first);
}

/** The problem as an error of its node. */
export function scriptError({ node, field, message }: ScriptProblem): NodeError {
  return new NodeError({ id: node.id, label: nodeLabel(node) }, `"${field}": ${message}`);
}

function scriptFields({ node, definition, config }: ConfiguredNode): readonly ScriptField[] {
  return Object.entries(definition.scripts).flatMap(([field, runtime]) => {
    const script = (config as Readonly<Record<string, unknown>>)[field];
    return typeof script === 'string' ? [{ node, field, script, runtime }] : [];
  });
}
