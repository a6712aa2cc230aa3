import type { Relation } from '../plan/relation.ts';
import type { NodeReport } from './node-report.ts';

/** The frame of an output of a node, and the plan that it was evaluated from. */
export interface NodeFrame<F> {
  readonly frame: F;
  readonly relation: Relation;
  readonly report: NodeReport;
}
