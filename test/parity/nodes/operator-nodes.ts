import type fc from 'fast-check';
import type { AnyNode } from '../../../runner/nodes/definition.ts';
import { isDiscovered, type NodeOutput, type Relation } from '../../../runner/plan/relation.ts';
import { operandsOf } from '../../../runner/plan/rewrite.ts';
import { accepts, useOf, type NodeUse, type TableOptions } from '../../support/node-arbitrary.ts';
import { isLeftToNight, type NIGHTLY } from '../../support/nightly.ts';
import { loweredOutput } from '../../support/transform-engines.ts';
import { selectedNodes } from './selected-nodes.ts';

/**
 * The nodes that show an operator where a test does not concern every node: more than one when their plans
 * differ in kind. None for a leaf, which every plan has, and for an output.
 */
export const OPERATOR_NODES: Readonly<Record<Relation['op'], readonly string[]>> = {
  source: [],
  input: [],
  sink: [],
  aggregate: ['groupByAggregate'],
  artifact: ['chartScatter'],
  bin: ['binColumn'],
  check: ['assertUnique', 'assertExpression'],
  correlate: ['chartHeatmap'],
  cross: ['crossJoin'],
  describe: ['describe'],
  digest: ['hashColumn'],
  distinct: ['removeDuplicates'],
  // The check of unique rows evaluates it.
  duplicates: [],
  explode: ['explodeRows'],
  filter: ['filterRows'],
  join: ['join', 'asofJoin'],
  nullReport: ['fillNulls'],
  opaque: ['pythonTransform', 'jsTransform'],
  pivot: ['pivot'],
  project: ['castDtypes', 'calculatedColumn'],
  sample: ['sampleRows'],
  slice: ['limitRows'],
  sort: ['sortRows'],
  union: ['concatRows'],
  unpivot: ['unpivot'],
  window: ['windowFunction', 'rollingAggregate'],
};

/** A node and the uses of it that a test is about. */
export interface Subject {
  readonly title: string;
  readonly node: AnyNode;
  /** Whether the engines accept a use, and it has what the test is about. */
  readonly concerns: (use: NodeUse) => boolean;
}

/** A node refuses some configs, and not each has the operator. */
const MAX_REFUSED = 2_000;

/** Generates uses that concern a subject. @throws Error, at the generation, when there seem to be none */
export function usesOf(
  { title, node, concerns }: Subject,
  tables: TableOptions,
): fc.Arbitrary<NodeUse> {
  let refused = 0;
  return useOf(node, tables).filter((use) => {
    const isRequested = concerns(use);
    refused = isRequested ? 0 : refused + 1;
    if (refused > MAX_REFUSED)
      throw new Error(`${title}: no generated config is accepted and has it`);
    return isRequested;
  });
}

/** Every node, or for a part that is left to the night those that show an operator, with uses that have it. */
export function subjectsOf(part: keyof typeof NIGHTLY): readonly Subject[] {
  return isLeftToNight(part) ? operatorSubjects() : selectedNodes().map(ofNode);
}

/** The nodes that show an operator, also when a test run selects one node. @throws Error for an unknown node */
export function operatorSubjects(): readonly Subject[] {
  const nodes = new Map(selectedNodes({}).map((node) => [node.id, node]));
  return Object.entries(OPERATOR_NODES).flatMap(([op, ids]) =>
    ids.map((id): Subject => {
      const node = nodes.get(id);
      if (node === undefined) throw new Error(`${id}, which shows ${op}, is no transform node`);
      const concerns = (use: NodeUse): boolean =>
        isAccepted(node, use) && hasOperator(node, use, op);
      return { title: `${op} of ${id}`, node, concerns };
    }),
  );
}

function ofNode(node: AnyNode): Subject {
  return { title: node.id, node, concerns: (use) => isAccepted(node, use) };
}

function isAccepted({ id }: AnyNode, { inputs, config }: NodeUse): boolean {
  return accepts(id, inputs, config);
}

function hasOperator({ id }: AnyNode, { inputs, config }: NodeUse, op: string): boolean {
  const has = (output: NodeOutput): boolean =>
    output.op === op || (!isDiscovered(output) && operandsOf(output).some(has));
  return has(loweredOutput(id, inputs, config));
}
