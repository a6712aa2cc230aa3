import fc from 'fast-check';
import pl from '../../engines/polars/pinned/library.ts';
import { rowsOf } from '../../../test/support/frame-arbitrary.ts';
import { useOf } from '../../../test/support/node-arbitrary.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { loweredOutput, type TransformInputs } from '../../../test/support/transform-engines.ts';
import { compilePandas } from '../../compilers/pandas/compile.ts';
import { compilePolars } from '../../compilers/polars/compile.ts';
import type { Frame } from '../../engines/pandas/frame.ts';
import { fromPolars } from '../../engines/pandas/from-polars.ts';
import { schemaOf } from '../../engines/pandas/kernels/columns/column-access.ts';
import { toPolars } from '../../engines/pandas/to-polars.ts';
import { nodes } from '../../nodes/index.ts';
import { isDiscovered, type Input, type Relation } from '../relation.ts';
import { fallibleOperators } from '../traits.ts';
import { columnsNeeded, type Names } from './columns-needed.ts';
import { optimize } from './optimize.ts';
import { pruneColumns } from './prune-columns.ts';
import { relationKey } from './relation-key.ts';

type FrameOf = (input: Input) => Frame;

/** @returns the result, or null for a failure */
function attempt(evaluate: () => Frame): Frame | null {
  try {
    return evaluate();
  } catch {
    return null;
  }
}

const ENGINES: readonly (readonly [string, (relation: Relation, input: FrameOf) => Frame])[] = [
  ['pandas', (relation, input) => compilePandas(relation, { input, locate: (error) => error })],
  [
    'polars',
    (relation, input) => {
      const { lazy } = compilePolars(relation, {
        library: pl,
        input: (leaf) => {
          const frame = input(leaf);
          return { lazy: toPolars(pl, frame).lazy(), columns: schemaOf(frame) };
        },
      });
      return fromPolars(pl, lazy.collectSync());
    },
  ],
];

/** The frame with only these columns. */
function restricted({ length, names, columns }: Frame, kept: Names): Frame {
  const places = [...names.keys()].filter((place) => kept.has(names[place]!));
  return {
    length,
    names: places.map((place) => names[place]!),
    columns: places.map((place) => columns[place]!),
  };
}

const transforms = nodes.filter(({ kind }) => kind === 'transform');

describe.each(ENGINES)('a plan of live columns on %s', (_engine, evaluate) => {
  it.each(transforms.map((node) => [node.id, node] as const))(
    'of %s has the cells of the whole plan and fails with it',
    (id, node) => {
      const use = useOf(node, { maxRows: 4, pool: 'ordinary' });
      fc.assert(
        fc.property(use, fc.array(fc.boolean(), { minLength: 12 }), ({ inputs, config }, picks) => {
          const relation = lowered(id, inputs, config);
          fc.pre(relation !== null);
          const live = new Set(
            relation.columns
              .filter((_, at) => picks[at % picks.length] === true)
              .map(({ name }) => name),
          );
          const frameOf: FrameOf = ({ handle, position }) => inputs[handle]![position]!;
          const needs = columnsNeeded(relation, live);
          const namesOf = (leaf: Input): Names =>
            [...needs].find(
              ([one]) => one.handle === leaf.handle && one.position === leaf.position,
            )?.[1] ?? new Set();
          const pruned = pruneColumns(relation, live, namesOf);
          const whole = attempt(() => evaluate(relation, frameOf));
          const optimized = optimize(relation);
          if (relationKey(optimized) !== relationKey(relation)) {
            const result = attempt(() => evaluate(optimized, frameOf));
            expect(result && rowsOf(result)).toEqual(whole && rowsOf(whole));
          }
          const part = attempt(() =>
            evaluate(pruned!, (leaf) => restricted(frameOf(leaf), namesOf(leaf))),
          );
          if (whole === null || part === null) {
            // A column that cannot fail by the plan may be dropped with its failure.
            if (fallibleOperators(relation).length > 0) expect(part).toBe(whole);
            return;
          }
          const columns = pruned!.columns.map(({ name }) => name);
          expect([...live].every((name) => columns.includes(name))).toBe(true);
          expect(schemaOf(part)).toEqual(pruned!.columns.map(({ name, type }) => ({ name, type })));
          const expected = restricted(whole, new Set(columns));
          expect(schemaOf(part)).toEqual(schemaOf(expected));
          expect(part).toHaveLength(whole.length);
          expect(rowsOf(part)).toEqual(rowsOf(expected));
        }),
        propertyRuns(4),
      );
    },
  );
});

/** The plan of a node; null if it is refused or known only when it runs. */
function lowered(id: string, inputs: TransformInputs, config: object): Relation | null {
  try {
    const output = loweredOutput(id, inputs, config as never);
    return isDiscovered(output) ? null : output;
  } catch {
    return null;
  }
}

it('is missing when a column that the plan reads is gone', () => {
  const columns = [
    { name: 'a', type: 'integer' },
    { name: 'b', type: 'integer' },
  ] as const;
  const relation: Relation = { op: 'source', name: 'data', columns };
  const input: Input = { op: 'input', handle: 'in', position: 0, relation, columns };
  const sort: Relation = {
    op: 'sort',
    input,
    keys: [{ column: 'a', descending: false }],
    nulls: 'last',
    at: {},
    columns,
  };
  expect(pruneColumns(sort, new Set(['b']), () => new Set(['b']))).toBeNull();
  expect(pruneColumns(sort, new Set(['b']), () => new Set(['a', 'b']))?.columns).toEqual(columns);
});
