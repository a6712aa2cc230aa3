import { allColumns, columnsNeeded, type Names } from './passes/columns-needed.ts';
import type { Input, Relation } from './relation.ts';
import { leavesOf, mapInputs, readersOf } from './rewrite.ts';
import { isFallible, makesGroups } from './traits.ts';

/** A part of a plan that an engine evaluates at once. */
export interface Stage {
  readonly relation: Relation;
  /** The inputs of the plan and the results of earlier stages that it reads. */
  readonly leaves: readonly Input[];
  /** By leaf; a leaf without a stage is an input of the plan. */
  readonly stages: ReadonlyMap<Input, Stage>;
  /** The number of stages that read it; the last one has none. */
  readonly readers: number;
  /** The columns that later stages read. */
  readonly live: Names;
}

/**
 * Cuts a plan into stages, in the order of their evaluation; the last one is the whole plan. A stage ends
 *
 * - at an operator that can fail, so that neither a filter nor a limit of a lazy engine moves below it;
 * - below a check, which is evaluated twice: for its rows and for its report;
 * - at groups, which are few and cost all rows;
 * - at a union, an unpivot and an outer join, whose rows come in several parts: below a limit a streaming engine
 *   may put them in another order for a reader that does not observe it;
 * - at a relation with several readers.
 */
export function stagesOf(root: Relation): {
  readonly earlier: readonly Stage[];
  readonly last: Stage;
} {
  const drafts = new DraftStages(root);
  const last = drafts.add(root, allColumns(root));
  const earlier = drafts.all.filter((stage) => stage !== last);
  for (const stage of [...earlier, last].toReversed()) {
    for (const [leaf, names] of columnsNeeded(stage.relation, stage.live)) {
      const read = stage.stages.get(leaf);
      if (read === undefined) continue;
      read.readers += 1;
      read.live = new Set([...read.live, ...names]);
    }
  }
  return { earlier, last };
}

interface Draft extends Stage {
  readonly stages: ReadonlyMap<Input, Draft>;
  readers: number;
  live: Names;
}

class DraftStages {
  /** In the order of their evaluation. */
  readonly all: Draft[] = [];
  readonly #readers: ReadonlyMap<Relation, number>;
  readonly #leaves = new Map<Relation, Input>();
  readonly #byLeaf = new Map<Input, Draft>();

  constructor(root: Relation) {
    this.#readers = readersOf(root);
  }

  add(root: Relation, live: Names = new Set()): Draft {
    const relation = this.#cut(root);
    const leaves = leavesOf(relation);
    const read = leaves.flatMap((leaf): [Input, Draft][] => {
      const stage = this.#byLeaf.get(leaf);
      return stage === undefined ? [] : [[leaf, stage]];
    });
    const stage: Draft = { relation, leaves, stages: new Map(read), readers: 0, live };
    this.all.push(stage);
    return stage;
  }

  #cut(relation: Relation): Relation {
    return mapInputs(relation, (input) => {
      const isCut = relation.op === 'check' || this.#endsStage(input);
      return isCut && input.op !== 'input' ? this.#leafOf(input) : this.#cut(input);
    });
  }

  #endsStage(relation: Relation): boolean {
    if (makesGroups(relation) || hasParts(relation)) return true;
    return isFallible(relation) || (this.#readers.get(relation) ?? 0) > 1;
  }

  #leafOf(relation: Relation): Input {
    const known = this.#leaves.get(relation);
    if (known !== undefined) return known;
    const position = this.#leaves.size;
    const { columns } = relation;
    const leaf: Input = { op: 'input', handle: 'stage', position, relation, columns };
    this.#leaves.set(relation, leaf);
    this.#byLeaf.set(leaf, this.add(relation));
    return leaf;
  }
}

function hasParts(relation: Relation): boolean {
  if (relation.op === 'join') return relation.plan.how === 'outer' || relation.plan.how === 'right';
  return relation.op === 'union' || relation.op === 'unpivot';
}
