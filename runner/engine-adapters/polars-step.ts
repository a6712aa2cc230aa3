import { compilePolars } from '../compilers/polars/compile.ts';
import type { PolarsFrame, PolarsLibrary } from '../engines/polars/frame.ts';
import { allColumns } from '../plan/passes/columns-needed.ts';
import { pruneColumns } from '../plan/passes/prune-columns.ts';
import type { Input, Relation } from '../plan/relation.ts';
import type { TransformStep } from './engine-adapter.ts';
import { isSmallInMemory, wholeOf, type FusedNode, type PolarsTable } from './polars-table.ts';

/** The plan of a node over the frames that it is evaluated on. */
export interface PolarsStep {
  readonly nodeId: string;
  readonly relation: Relation;
  readonly input: (input: Input) => PolarsFrame;
  /** The nodes that an evaluation of the inputs runs. */
  readonly fused: readonly FusedNode[];
  readonly scratch: string;
}

/**
 * The plan of a node over the live columns of its inputs. If the inputs lack a column that the plan reads,
 * it is that over their whole plans.
 */
export function openStep(step: TransformStep<PolarsTable>): PolarsStep {
  const { relation, sources } = step;
  const input = (leaf: Input): PolarsFrame => {
    const table = step.input(leaf);
    const data = isSmallInMemory(table) ? table.data : null;
    return { lazy: table.lazy, columns: table.live, data };
  };
  const fused = fusedNodes(sources.map((source) => source.fused));
  const opened = { ...step, input, fused };
  if (sources.every(({ whole }) => whole === null)) return opened;
  const live = step.live ?? allColumns(relation);
  const pruned = pruneColumns(relation, live, (leaf) =>
    allColumns({ columns: input(leaf).columns }),
  );
  return pruned === null ? openWhole(step) : { ...opened, relation: pruned };
}

/** The plan of a node over all columns of its inputs. */
export function openWhole(step: TransformStep<PolarsTable>): PolarsStep {
  const input = (leaf: Input): PolarsFrame => {
    const table = step.input(leaf);
    return { lazy: wholeOf(table).lazy, columns: table.columns };
  };
  return { ...step, input, fused: fusedNodes(step.sources.map((source) => wholeOf(source).fused)) };
}

/** Compiles a relation of the node. */
export function compileStep(
  library: PolarsLibrary,
  { input }: PolarsStep,
  relation: Relation,
): PolarsFrame {
  return compilePolars(relation, { library, input });
}

/** The nodes of several plans without duplicates: two inputs may share nodes. */
function fusedNodes(plans: readonly (readonly FusedNode[])[]): readonly FusedNode[] {
  return [...new Set(plans.flat())];
}
