import { isDiscovered, type NodeOutput } from './relation.ts';
import { isSpooled, type Readers } from './spooling.ts';
import { fallibleOperators, reportingOperators, rowBehaviour } from './traits.ts';

/**
 * Why a plan is evaluated at a node: to find its columns, to run a script, to check values that can fail, to
 * report a check or a chart, to hold groups in memory, to hold rows in a file, to write a file, or because no
 * later node reads it. `unknown`: only the evaluation of an earlier node shows what the node does.
 */
export const CUTS = [
  'discovery',
  'script',
  'check of values',
  'report',
  'groups',
  'spool',
  'file',
  'end',
  'unknown',
] as const;
export type Cut = (typeof CUTS)[number];

/** A node of a flow with what it lowers to. */
export interface SegmentNode extends Readers {
  readonly id: string;
  /** By output; empty if it is not known before earlier nodes are evaluated. */
  readonly outputs: readonly NodeOutput[];
  readonly isInput: boolean;
  /** The nodes that it reads. */
  readonly sources: readonly string[];
}

/** Nodes that an engine with lazy plans evaluates as one plan, at the last of them. */
export interface Segment {
  /** The input nodes and the kept results that it reads. */
  readonly from: readonly string[];
  readonly nodes: readonly string[];
  readonly cut: Cut;
}

/**
 * Derives how a flow over large data is cut into plans. A node is in several segments if each of them repeats
 * its work, which is less than to keep its rows.
 * @param nodes in the order of their evaluation
 */
export function segmentsOf(nodes: readonly SegmentNode[]): readonly Segment[] {
  const segments: Segment[] = [];
  const plans = new Map<string, Omit<Segment, 'cut'>>();
  for (const node of nodes) {
    const read = node.sources.flatMap((source) => plans.get(source) ?? []);
    const plan = {
      from: [...new Set(read.flatMap(({ from }) => from))],
      nodes: [...new Set([...read.flatMap((one) => one.nodes), node.id])],
    };
    const cut = node.isInput ? null : cutAt(node, plan.nodes.length);
    if (cut !== null) segments.push({ ...plan, cut });
    const isKept = node.isInput || (cut !== null && KEEPS_RESULT.has(cut));
    plans.set(node.id, isKept ? { from: [node.id], nodes: [] } : plan);
  }
  return segments;
}

/** After these, later nodes read a result instead of repeating the work. */
const KEEPS_RESULT: ReadonlySet<Cut> = new Set([
  'discovery',
  'script',
  'groups',
  'spool',
  'unknown',
]);

function cutAt(node: SegmentNode, planned: number): Cut | null {
  if (node.outputs.length === 0) return 'unknown';
  const cuts = node.outputs.map((output) => cutOf(output, node, planned));
  return cuts.find((cut) => cut !== null) ?? (node.consumers === 0 ? 'end' : null);
}

function cutOf(output: NodeOutput, readers: Readers, planned: number): Cut | null {
  if (output.op === 'opaque' || output.op === 'discoveredOpaque') return 'script';
  if (isDiscovered(output)) return 'discovery';
  if (output.op === 'sink') return 'file';
  if (rowBehaviour(output) === 'groups') return 'groups';
  if (isSpooled(output, readers, planned)) return 'spool';
  if (reportingOperators(output).length > 0) return 'report';
  return fallibleOperators(output).length > 0 ? 'check of values' : null;
}
