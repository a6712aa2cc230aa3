import { ValidationFailedError } from '../../http/errors.ts';

const PARTS = ['nodes', 'edges'] as const;
/** How many objects and lists are searched for nodes in a field that is none of a flow, the outer ones first. */
const MAX_SEARCHED = 10_000;

type Fields = ReadonlyMap<string, unknown>;

/**
 * Refuses a flow whose nodes or edges are elsewhere than in `graph_json`, where a flow has none: unknown fields are
 * ignored, so that it would be saved without them.
 * @param body the body of the request
 * @throws ValidationFailedError
 */
export function refuseMisplacedGraph(body: unknown): void {
  const fields = fieldsOf(body);
  const graph = fieldsOf(fields.get('graph_json'));
  const found = [
    ...lostWithin(graph).map((key) => ['graph_json', key]),
    ...lostBeside(fields, graph).map((key) => [key]),
  ];
  if (found.length === 0) return;
  throw new ValidationFailedError(
    found.map((place) => ({
      loc: ['body', ...place],
      msg: `Nodes and edges belong in "graph_json" under these names: send {"graph_json": {"nodes": […], "edges": […]}}`,
      type: 'extra_forbidden',
    })),
  );
}

/** The keys of a graph, such as `Nodes` and `graph`, whose nodes or edges would be lost. */
function lostWithin(graph: Fields): readonly string[] {
  return keysOf(graph, (key, value) => {
    const part = partOf(key) ?? partLike(value, graph);
    if (part !== null) return key !== part && isLost(value, graph.get(part));
    return lacksNodes(graph) && !Array.isArray(value) && holdsNodes(value, false);
  });
}

/** The fields beside the graph whose nodes or edges would be lost. */
function lostBeside(fields: Fields, graph: Fields): readonly string[] {
  return keysOf(fields, (key, value) => {
    const part = partOf(key) ?? partLike(value, graph);
    if (part !== null) return isLost(value, graph.get(part));
    if (key === 'graph_json' || !lacksNodes(graph)) return false;
    return key === 'graph' ? sizeOf(value) >= 0 : holdsNodes(value, true);
  });
}

function keysOf(fields: Fields, isMeant: (key: string, value: unknown) => boolean): string[] {
  return [...fields].filter(([key, value]) => isMeant(key, value)).map(([key]) => key);
}

/** The part of a graph that a key means in any letter case. */
function partOf(key: string): (typeof PARTS)[number] | null {
  return PARTS.find((part) => part === key.toLowerCase()) ?? null;
}

/** The pairs of keys by which editors connect nodes. */
const ENDS = [
  ['source', 'target'],
  ['from', 'to'],
] as const;
/** What a node has beside its id and type. Comments and tags have none of it. */
const OF_NODE = ['data', 'config', 'position'] as const;

/**
 * The part of a graph that a list is under another name, such as `connections` and `steps`. Edges connect nodes, so
 * that a list beside fewer than two has others, such as notes.
 */
function partLike(value: unknown, graph: Fields): (typeof PARTS)[number] | null {
  const [first] = Array.isArray(value) ? [fieldsOf(value[0])] : [];
  if (first === undefined) return null;
  const isEdge = ENDS.some((ends) => ends.every((end) => typeof first.get(end) === 'string'));
  if (isEdge && sizeOf(graph.get('nodes')) > 1) return 'edges';
  const isNode = typeof first.get('type') === 'string' && first.has('id');
  return isNode && OF_NODE.some((key) => first.has(key)) ? 'nodes' : null;
}

/** Whether a part is given where it is not read, and is absent or empty where it is. */
function isLost(given: unknown, kept: unknown): boolean {
  return sizeOf(kept) < 1 && sizeOf(given) > sizeOf(kept);
}

function lacksNodes(graph: Fields): boolean {
  return sizeOf(graph.get('nodes')) < 1;
}

/**
 * Whether nodes are anywhere in a value. It is no recursion, since a body may be deeper than the stack.
 * @param inLists whether also within lists. Those that an editor keeps in a graph may be its history.
 */
function holdsNodes(value: unknown, inLists: boolean): boolean {
  const searched = [value];
  // The list grows while it is searched.
  for (const each of searched) {
    for (const [key, inner] of entriesOf(each)) {
      if (sizeOf(inner) < 1) continue;
      if (partOf(key) === 'nodes') return true;
      if (Array.isArray(inner) && !inLists) continue;
      if (searched.length < MAX_SEARCHED) searched.push(inner);
    }
  }
  return false;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** The number of items of a list or an object; -1: it is neither. */
function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : -1;
}

/** None for a value that is no object. */
function fieldsOf(value: unknown): Fields {
  return new Map<string, unknown>(Array.isArray(value) ? [] : entriesOf(value));
}
