import type { Call, TypedExpression } from '../expressions/typed-expression.ts';
import type { JoinedColumn } from '../domain/join.ts';
import { applyByOperator, type ByOperator } from './by-operator.ts';
import type { Cross, Join, Project, Relation, Source, Unpivot, Window } from './relation.ts';

/** The names of columns in which a text may be empty. It may have too many names, never too few. */
type Names = ReadonlySet<string>;

interface Below {
  /** The columns of an input of the operator. */
  readonly of: (input: Relation) => Names;
  readonly hasEmptyTexts: (source: Source) => boolean;
}

/**
 * Returns the text columns that may have an empty text, which some files write unlike null.
 * @param hasEmptyTexts whether the texts of a source may be empty
 */
export function columnsOfEmptyTexts(
  relation: Relation,
  hasEmptyTexts: (source: Source) => boolean,
): ReadonlySet<string> {
  const known = new Map<Relation, Names>();
  const of = (input: Relation): Names => {
    const names = known.get(input) ?? applyByOperator(EMPTY_TEXTS, input, { of, hasEmptyTexts });
    known.set(input, names);
    return names;
  };
  const texts = textsOf(relation);
  return new Set([...of(relation)].filter((name) => texts.has(name)));
}

const NONE: Names = new Set();

const kept = ({ input }: { readonly input: Relation }, { of }: Below): Names => of(input);

const EMPTY_TEXTS: ByOperator<readonly [Below], Names> = {
  source: (source, { hasEmptyTexts }) => (hasEmptyTexts(source) ? textsOf(source) : NONE),
  input: ({ relation }, { of }) => of(relation),
  project: computed,
  window: computed,
  filter: kept,
  sort: kept,
  slice: kept,
  distinct: kept,
  duplicates: kept,
  sample: kept,
  check: kept,
  nullReport: kept,
  artifact: kept,
  sink: kept,
  digest: kept,
  aggregate: ({ input, keys, calls }, { of }) => {
    const results = calls.filter(({ column }) => of(input).has(column.name));
    const grouping = keys.filter((key) => of(input).has(key));
    return new Set([...grouping, ...results.map(({ name }) => name)]);
  },
  join: (join, { of }) => joined(join, join.plan.columns, of),
  cross: (cross, { of }) => joined(cross, cross.cells, of),
  union: ({ inputs }, { of }) => new Set(inputs.flatMap((input) => [...of(input)])),
  unpivot: unpivoted,
  explode: ({ input, column }, { of }) => new Set([...of(input), column]),
  // A user chooses the labels, also by a parameter that the script may set otherwise.
  bin: ({ input, name, labels }, { of }) =>
    new Set([...of(input), ...(labels === null ? [] : [name])]),
  // The names of columns are texts too.
  describe: textsOf,
  correlate: () => NONE,
  pivot: ({ input, index, heads, value }, { of }) =>
    new Set([
      ...index.filter((name) => of(input).has(name)),
      ...(of(input).has(value.name) ? heads.map(({ name }) => name) : []),
    ]),
  opaque: textsOf,
};

function textsOf({ columns }: Relation): Names {
  return new Set(columns.flatMap(({ name, type }) => (type === 'string' ? [name] : [])));
}

function computed({ input, fields }: Project | Window, { of }: Below): Names {
  const below = of(input);
  return new Set(
    fields.flatMap(({ name, expression }) => (mayBeEmpty(expression, below) ? [name] : [])),
  );
}

/** Whether the result of an expression may be an empty text. */
function mayBeEmpty(node: TypedExpression, below: Names): boolean {
  if (node.type !== 'string') return false;
  switch (node.kind) {
    case 'literal':
      return node.value === '' || node.parameter !== undefined;
    case 'column':
      return below.has(node.name);
    case 'window':
      return node.column !== null && below.has(node.column.name);
    case 'call':
      return mayReturnEmpty(node, below);
  }
}

function mayReturnEmpty({ operation, args }: Call, below: Names): boolean {
  const texts = args.filter(({ type }) => type === 'string');
  // The text of a number, boolean or datetime is not empty.
  if (texts.length === 0) return false;
  if (operation.chooses !== true && operation.keepsEmpty !== true) return true;
  return texts.some((text) => mayBeEmpty(text, below));
}

function joined(
  { left, right }: Join | Cross,
  columns: readonly JoinedColumn[],
  of: Below['of'],
): Names {
  const found = columns.filter(
    ({ source, from }) =>
      (from !== 'right' && of(left).has(source)) || (from !== 'left' && of(right).has(source)),
  );
  return new Set(found.map(({ name }) => name));
}

function unpivoted({ input, keys, values, variable, value }: Unpivot, { of }: Below): Names {
  return new Set([
    ...keys.filter((key) => of(input).has(key)),
    ...(values.includes('') ? [variable] : []),
    ...(values.some((name) => of(input).has(name)) ? [value.name] : []),
  ]);
}
