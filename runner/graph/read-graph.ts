import { z } from 'zod';
import type { ComputeResources } from '../domain/compute-resources.ts';
import { UserError } from '../domain/errors.ts';
import type { GraphDocument } from '../domain/graph.ts';
import type { JsonValue } from '../domain/json.ts';
import { checkParameterSpecs, parameterSpecProblems } from './parameter-specs.ts';
import { graphError, type GraphProblem } from './problem.ts';

const MAX_NODES = 2_000;
const MAX_EDGES = 10_000;

const json = z.custom<JsonValue>((value) => value !== undefined);
const config = z.record(z.string(), json, 'must be an object');

const data = z
  .looseObject(
    {
      label: z
        .unknown()
        .optional()
        .transform((label) => (typeof label === 'string' ? label : undefined)),
      config: config.nullish().transform((value) => value ?? {}),
    },
    'must be an object',
  )
  .transform(({ label, ...rest }) => (label === undefined ? rest : { ...rest, label }));

const node = z.looseObject(
  {
    id: z.string('must be text').min(1, 'must not be empty'),
    type: z.string('must be text').min(1, 'must not be empty'),
    data: data.nullish().transform((value) => value ?? { config: {} }),
  },
  'must be an object with "id" and "type"',
);

const handle = z
  .string('must be text')
  .nullish()
  .transform((value) => value ?? null);

const edge = z.looseObject(
  {
    source: z.string('must be the id of a node'),
    target: z.string('must be the id of a node'),
    sourceHandle: handle,
    targetHandle: handle,
  },
  'must be an object with "source" and "target"',
);

const graph = z.looseObject(
  {
    nodes: z
      .array(node, 'must be a list')
      .max(MAX_NODES, `must have at most ${MAX_NODES} nodes`)
      .nullish()
      .transform((value) => value ?? []),
    edges: z
      .array(edge, 'must be a list')
      .max(MAX_EDGES, `must have at most ${MAX_EDGES} edges`)
      .nullish()
      .transform((value) => value ?? []),
    engine: z
      .string('must be text')
      .nullish()
      .transform((value) => value ?? null),
    resources: z
      .custom<ComputeResources>(isResources, 'must have "cpu" and "memory" as texts, or none')
      .nullish(),
    cache: z.boolean('must be true or false').nullish(),
    pushdown: z.boolean('must be true or false').nullish(),
    parameters: z.unknown().optional().transform(checkParameterSpecs),
  },
  'must be an object',
);

const resources = z.object({ cpu: z.string().optional(), memory: z.string().optional() });

function isResources(value: unknown): boolean {
  return resources.safeParse(value).success;
}

/**
 * Parses the JSON of a flow's graph. Node types, handles and configs are not checked here, but by
 * validateForRun. Absent lists are empty, an absent `data` is an empty config; unknown keys of the graph,
 * its nodes, their data and edges are kept.
 * @throws UserError that names the malformed node, edge or parameter
 */
export function readGraph(value: unknown): GraphDocument {
  const parsed = graph.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UserError(describe(issue?.path ?? [], issue?.message ?? 'is not valid', value));
}

/** All problems for which readGraph would reject the graph. */
export function graphShapeProblems(value: unknown): readonly GraphProblem[] {
  const specs = [...parameterSpecProblems(at(value, 'parameters'))];
  const bare = isObject(value) ? { ...value, parameters: [] } : value;
  const issues = graph.safeParse(bare).error?.issues ?? [];
  return [
    ...issues.map(({ path, message }) =>
      graphError(describe(path, message, value), { nodeId: idAt(path, value) }),
    ),
    ...specs.map((message) => graphError(message)),
  ];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The id of the node at a path. */
function idAt([list, index]: readonly PropertyKey[], value: unknown): string | null {
  if (list !== 'nodes' || index === undefined) return null;
  const item = named.safeParse(at(at(value, list), index));
  return item.data?.id ?? null;
}

function describe(path: readonly PropertyKey[], message: string, value: unknown): string {
  const [list, index, ...field] = path;
  if (list === undefined) return `The graph ${message}.`;
  if (index === undefined) return `"${String(list)}" of the graph ${message}.`;
  const what = `${nameOf(list, index, value)}${field.length === 0 ? '' : `: "${field.join('.')}"`}`;
  return `${what} ${message}.`;
}

const SINGULAR: Readonly<Record<string, string>> = {
  nodes: 'Node',
  edges: 'Edge',
};

/** E.g. `Node "filter"`, or `Node number 3` for a node without an id. */
function nameOf(list: PropertyKey, index: PropertyKey, value: unknown): string {
  const singular = SINGULAR[String(list)] ?? String(list);
  const item = named.safeParse(at(at(value, list), index));
  const name = item.success ? item.data.id : undefined;
  return name === undefined ? `${singular} number ${Number(index) + 1}` : `${singular} "${name}"`;
}

const named = z.object({
  id: z.string().min(1).optional().catch(undefined),
});

function at(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
