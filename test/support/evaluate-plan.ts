import pl from '../../runner/engines/polars/pinned/library.ts';
import { compilePandas } from '../../runner/compilers/pandas/compile.ts';
import { compilePolars } from '../../runner/compilers/polars/compile.ts';
import type { Frame } from '../../runner/engines/pandas/frame.ts';
import { fromPolars } from '../../runner/engines/pandas/from-polars.ts';
import { toPolars } from '../../runner/engines/pandas/to-polars.ts';
import type { Input, Relation } from '../../runner/plan/relation.ts';

/** Evaluates a plan over frames. An input of the plan is the frame of its position. */
export type Evaluate = (relation: Relation, frames: readonly Frame[]) => Frame;

/** The evaluation of each engine by name. */
export const PLAN_ENGINES: readonly (readonly [string, Evaluate])[] = [
  [
    'pandas',
    (relation, frames) =>
      compilePandas(relation, {
        input: ({ position }) => frames[position]!,
        locate: (error) => error,
      }),
  ],
  [
    'polars',
    (relation, frames) => {
      const input = ({ position, columns }: Input): ReturnType<typeof compilePolars> => ({
        lazy: toPolars(pl, frames[position]!).lazy(),
        columns,
      });
      return fromPolars(pl, compilePolars(relation, { library: pl, input }).lazy.collectSync());
    },
  ],
];
