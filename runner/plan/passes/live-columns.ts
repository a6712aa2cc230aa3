import {
  isDiscovered,
  type Discovered,
  type Input,
  type NodeOutput,
  type Relation,
} from '../relation.ts';
import { leadingInput } from '../leading-input.ts';
import { makesGroups } from '../traits.ts';
import { allColumns, columnsNeeded, type Names } from './columns-needed.ts';
import { relationKey } from './relation-key.ts';

/**
 * Derives which columns of each node output a later node, a sink or a check reads. A column that only samples
 * show is not live: the leading rows of a node have all columns.
 * @param outputs the outputs of the lowered nodes, in the order of their evaluation
 * @param read the outputs of which all columns are read by something that is not lowered
 * @returns the live columns by `relationKey`, which is also that of nodes that share a frame
 */
export function liveColumns(
  outputs: readonly NodeOutput[],
  read: Iterable<NodeOutput>,
): ReadonlyMap<string, Names> {
  const live = new Map<string, Set<string>>();
  const add = (key: string, names: Names): void => {
    const known = live.get(key) ?? new Set();
    live.set(key, known);
    for (const name of names) known.add(name);
  };
  for (const output of read) {
    if (!isDiscovered(output)) add(relationKey(output), allColumns(output));
  }
  for (const output of outputs.toReversed()) {
    const own = isDiscovered(output) ? undefined : live.get(relationKey(output));
    for (const [input, names] of neededOfInputs(output, own)) add(relationKey(input), names);
  }
  return live;
}

function neededOfInputs(output: NodeOutput, live: Names | undefined): readonly [Input, Names][] {
  if (isDiscovered(output)) return readOfDiscovered(output).flatMap(allNeededBy);
  const read = columnsNeeded(output, live ?? allColumns(output));
  return [...read].map(([input, names]) => [
    input,
    canSample(output, input) ? names : allNeeded(output, input),
  ]);
}

function allNeededBy(relation: Relation): readonly [Input, Names][] {
  return [...columnsNeeded(relation, allColumns(relation))];
}

/** What is evaluated to discover a schema. */
function readOfDiscovered(output: Discovered): readonly Relation[] {
  if (output.op === 'discoveredSource' || output.op === 'discoveredObject') return [];
  return output.op === 'discoveredPivot' ? [output.input] : output.inputs;
}

/**
 * Whether the sample of a node needs no more of an input than its leading rows, which have all columns. A
 * sample that needs all rows of the input needs all columns of them.
 */
function canSample(output: Relation, input: Input): boolean {
  // Groups are evaluated with all their columns.
  return makesGroups(output) || leadingInput(output) === input;
}

function allNeeded(output: Relation, input: Input): Names {
  return columnsNeeded(output, allColumns(output)).get(input) ?? new Set();
}
