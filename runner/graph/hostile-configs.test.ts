import type { JsonValue } from '../domain/json.ts';
import { EXAMPLE_TIME } from '../expressions/functions/example-row.ts';
import { nodeOfType, nodes } from '../nodes/index.ts';
import { HOSTILE_VALUES, hostileVariants } from '../../test/support/hostile-values.ts';
import {
  nodeSamples,
  SAMPLED,
  sampleWith,
  withConfig,
  type NodeSample,
} from '../../test/support/node-configs.ts';
import { analyseColumns } from './analyse-columns.ts';
import { inspectGraph } from './inspect-graph.ts';
import type { GraphProblem } from './problem.ts';

/** In characters; longer values are truncated. */
const MAX_MESSAGE = 2_001;
/** Messages of libraries and values that are no text. */
const UNREADABLE =
  /invalid input|\bexpected (string|number|int|boolean|array|object)|too (small|big)|\bundefined\b|\[object /i;

/** The errors of a sample whose config has another value of a key. */
async function errorsOf(
  sample: NodeSample,
  key: string,
  value: JsonValue,
): Promise<readonly GraphProblem[]> {
  const graph = withConfig(sample, { ...sample.config, [key]: value });
  const options = { lookup: nodeOfType, overrides: {}, localTime: EXAMPLE_TIME };
  const inspection = inspectGraph(graph, options);
  const { problems } = await analyseColumns(inspection, sample.sources);
  return [...inspection.problems, ...problems].filter(({ severity }) => severity === 'error');
}

const fieldCases = nodes.flatMap((node) =>
  node.fields.map((field) => [node.id, field.key, node, field] as const),
);

it.each(fieldCases)(
  '%s reports a hostile value of "%s" with node, key and a short sentence, or accepts it',
  async (_id, key, node) => {
    const sample = sampleWith(nodeSamples(node), key);
    const keys: readonly (string | null)[] = node.fields.map((each) => each.key);
    const wrong: GraphProblem[] = [];
    for (const value of [...HOSTILE_VALUES, ...hostileVariants(sample.config[key])]) {
      const errors = await errorsOf(sample, key, value);
      wrong.push(...errors.filter((error) => !isReadable(error, keys)));
    }
    expect(wrong).toEqual([]);
  },
);

function isReadable(
  { nodeId, field, message }: GraphProblem,
  keys: readonly (string | null)[],
): boolean {
  const isLocated = nodeId === SAMPLED && keys.includes(field);
  return isLocated && message.length <= MAX_MESSAGE && !UNREADABLE.test(message);
}

const columnCases = fieldCases.filter(([, key, node, { type }]) => {
  const isColumn = type === 'column' || type === 'column_list';
  return isColumn && columnOf(sampleWith(nodeSamples(node), key).config[key]) !== null;
});

it.each(columnCases)(
  '%s suggests the nearest column for an unknown one in "%s"',
  async (_id, key, node) => {
    const sample = sampleWith(nodeSamples(node), key);
    const valid = sample.config[key];
    const name = columnOf(valid) ?? '';
    const value = Array.isArray(valid) ? valid.with(0, `${name}~`) : `${name}~`;
    const messages = (await errorsOf(sample, key, value)).map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining(`Did you mean "${name}"?`));
  },
);

/** The first column that a config value names. */
function columnOf(value: JsonValue | undefined): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : null;
}
