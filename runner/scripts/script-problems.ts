import type { Engine } from '../domain/engine.ts';
import { NodeError } from '../domain/errors.ts';
import { nodeLabel, type GraphNode } from '../domain/graph.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { checkPython } from './python/check-python.ts';
import { findPython } from './python/find-python.ts';
import { NO_PYTHON_IN_CLUSTER, type ScriptHost } from './script-host.ts';
import type { ScriptSettings } from './script-settings.ts';

/** A node whose script cannot be executed. */
export interface ScriptProblem {
  readonly node: GraphNode;
  readonly field: string;
  readonly message: string;
}

/** A node with its parsed config. */
interface ConfiguredNode {
  readonly node: GraphNode;
  readonly definition: AnyNode;
  readonly config: unknown;
}

interface PythonField {
  readonly node: GraphNode;
  readonly field: string;
  readonly script: string;
}

/**
 * Finds the Python scripts that cannot be executed: those with a syntax error, or all without Python. Nodes
 * without Python cost nothing. Of a cluster with Python the syntax is unknown here: the runs check it.
 */
export async function scriptProblems(
  nodes: Iterable<ConfiguredNode>,
  engine: Engine,
  host: ScriptHost,
): Promise<readonly ScriptProblem[]> {
  const fields = [...nodes].flatMap(pythonFields);
  if (fields.length === 0) return [];
  if (host.kind === 'cluster' && host.hasPython) return [];
  const python =
    host.kind === 'cluster'
      ? { missing: NO_PYTHON_IN_CLUSTER }
      : await findPython(host.settings, engine);
  if ('missing' in python) {
    return fields.map(({ node, field }) => ({ node, field, message: python.missing }));
  }
  const found = await checkPython(
    python.executable,
    fields.map(({ script }) => script),
  );
  return fields.flatMap(({ node, field }, index): ScriptProblem[] => {
    const problem = found[index] ?? null;
    if (problem === null) return [];
    const at = problem.line === null ? '' : ` in line ${problem.line}`;
    return [{ node, field, message: `The script has a syntax error${at}: ${problem.message}.` }];
  });
}

/** The first problem as an error of its node; null without one. */
export async function firstScriptProblem(
  nodes: Iterable<ConfiguredNode>,
  engine: Engine,
  settings: ScriptSettings,
): Promise<NodeError | null> {
  const [first] = await scriptProblems(nodes, engine, { kind: 'machine', settings });
  if (first === undefined) return null;
  return new NodeError({ id: first.node.id, label: nodeLabel(first.node) }, first.message);
}

function pythonFields({ node, definition, config }: ConfiguredNode): readonly PythonField[] {
  return Object.entries(definition.scripts).flatMap(([field, runtime]) => {
    const script = (config as Readonly<Record<string, unknown>>)[field];
    return runtime === 'python' && typeof script === 'string' ? [{ node, field, script }] : [];
  });
}
