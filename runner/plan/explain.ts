import { floatText } from '../expressions/values/number-text.ts';
import type { TypedExpression } from '../expressions/typed-expression.ts';
import type { Literal } from '../expressions/literal.ts';
import type { WindowCall } from '../expressions/window-call.ts';
import { applyByOperator, type ByOperator } from './by-operator.ts';
import { ruleText } from './builders/check-plan.ts';
import { inputsOf, type Field, type Relation, type Sink } from './relation.ts';
import { isFallible } from './traits.ts';

/**
 * The operators of a node as text, inputs first: one line each, with what the operator does and whether
 * some values make it fail.
 */
export function explainRelation(root: Relation): readonly string[] {
  const lines: string[] = [];
  const seen = new Set<Relation>();
  const visit = (relation: Relation): void => {
    if (seen.has(relation)) return;
    seen.add(relation);
    if (relation.op === 'input') return;
    inputsOf(relation).forEach(visit);
    const text = applyByOperator(EXPLAIN, relation);
    lines.push(`${text}${isFallible(relation) ? ' (can fail)' : ''}`);
  };
  visit(root);
  return lines;
}

const EXPLAIN: ByOperator<readonly [], string> = {
  source: ({ columns }) =>
    `source ${columns.map(({ name, type }) => `${nameText(name)} ${type}`).join(', ')}`,
  input: () => 'input',
  project: ({ fields, input }) => `project ${fieldsText(fields, input.columns.length)}`,
  window: ({ fields, input }) => `window ${fieldsText(fields, input.columns.length)}`,
  filter: ({ predicate }) => `filter ${expressionText(predicate)}`,
  sort: ({ keys, nulls }) => {
    const by = keys.map(({ column, descending }) => nameText(column) + (descending ? ' desc' : ''));
    return `sort ${by.join(', ')}, nulls ${nulls}`;
  },
  slice: ({ offset, length }) => `slice ${length} rows from ${offset}`,
  distinct: ({ keys, keep }) => `distinct ${keys.map(nameText).join(', ')}, keep ${keep}`,
  duplicates: ({ keys }) => `duplicates by ${keys.map(nameText).join(', ')}`,
  aggregate: ({ keys, calls }) => {
    const results = calls.map(
      ({ name, aggregate, column }) => `${nameText(name)} = ${aggregate}(${nameText(column.name)})`,
    );
    return `aggregate by ${keys.map(nameText).join(', ')}: ${results.join(', ')}`;
  },
  join: ({ plan }) => {
    const on = plan.pairs.map(
      ({ left, right }) => `${nameText(left.name)} = ${nameText(right.name)}`,
    );
    const { asof } = plan;
    if (asof === undefined) return `${plan.how} join on ${on.join(', ')}`;
    const within = asof.tolerance === null ? '' : ` within ${asof.tolerance}`;
    return `asof join ${asof.direction}${within} on ${on.join(', ')}`;
  },
  cross: ({ maxRows }) => `cross join of at most ${maxRows} rows`,
  union: ({ inputs }) => `union of ${inputs.length} inputs`,
  pivot: ({ index, column, value, heads }) => {
    const values = heads.map(({ name }) => nameText(name)).join(', ');
    return `pivot ${nameText(value.name)} by ${index.map(nameText).join(', ')}, heads ${values} of ${nameText(column.name)}`;
  },
  unpivot: ({ columns }) => `unpivot into ${columns.map(({ name }) => nameText(name)).join(', ')}`,
  explode: ({ column, delimiter }) =>
    `explode ${nameText(column)}${delimiter === '' ? '' : ` at '${delimiter}'`}`,
  bin: ({ column, method, bins, name }) =>
    `${nameText(name)} = ${bins} ${method} bins of ${nameText(column)}`,
  digest: ({ column, algorithm }) => `${nameText(column)} = ${algorithm} digest of it`,
  describe: ({ described }) => `describe ${described.map(({ name }) => nameText(name)).join(', ')}`,
  correlate: ({ correlated }) =>
    `correlate ${correlated.map(({ name }) => nameText(name)).join(', ')}`,
  check: ({ rule, mode }) => `check ${ruleText(rule)}, ${mode}`,
  nullReport: ({ kind, names }) => `report nulls ${kind} in ${names.map(nameText).join(', ')}`,
  artifact: ({ chart, tables }) => `artifact ${chart.kind} of ${Object.keys(tables).join(', ')}`,
  sample: ({ size, seed, part }) => {
    const drawn = 'rows' in size ? `${size.rows} rows` : `a share of ${size.share}`;
    return `sample ${part === 'sample' ? '' : 'all but '}${drawn}, seed ${seed}`;
  },
  opaque: ({ runtime, columns }) =>
    `${runtime} script with columns ${columns.map(({ name, type }) => `${nameText(name)} ${type}`).join(', ')}`,
  sink: ({ target }) => targetText(target),
};

function targetText(target: Sink['target']): string {
  if (target.kind === 'table') return `sink table ${nameText(target.table)}, ${target.mode}`;
  if (target.kind === 'object') {
    const name = target.path === '' ? '' : ` ${nameText(target.path)}`;
    return `sink object${name}, ${target.format}, ${target.mode}`;
  }
  const { format, datasetName } = target;
  return `sink ${format}${datasetName === '' ? '' : ` and dataset ${nameText(datasetName)}`}`;
}

/** Lists what a projection computes, or the columns that it keeps. */
function fieldsText(fields: readonly Field[], inputs: number): string {
  const computed = fields.filter(
    ({ name, expression }) => expression.kind !== 'column' || expression.name !== name,
  );
  const shown = computed.length > 0 && fields.length >= inputs ? computed : fields;
  return shown
    .map(({ name, expression }) => {
      const text = expressionText(expression);
      return text === nameText(name) ? text : `${nameText(name)} = ${text}`;
    })
    .join(', ');
}

/** An expression in the notation of the expression language, or as calls. */
export function expressionText(node: TypedExpression): string {
  switch (node.kind) {
    case 'literal':
      return literalText(node);
    case 'column':
      return nameText(node.name);
    case 'call': {
      if (node.source !== undefined) return node.source;
      const args = node.args.map(expressionText);
      const [left = '', right = ''] = args;
      const isInfix = args.length === 2 && /^(\W+|and|or)$/.test(node.operation.name);
      return isInfix
        ? `${left} ${node.operation.name} ${right}`
        : `${node.operation.name}(${args.join(', ')})`;
    }
    case 'window':
      return windowText(node);
  }
}

function windowText({ function: called, column, over }: WindowCall): string {
  const { kind, ...settings } = called;
  const args = column === null ? [] : [nameText(column.name)];
  args.push(...Object.entries(settings).map(([name, value]) => `${name} ${value}`));
  const names = (columns: readonly { readonly name: string }[]): string =>
    columns.map(({ name }) => nameText(name)).join(', ');
  const { partition, order } = over;
  const rows = partition.length === 0 ? 'all rows' : `partitions by ${names(partition)}`;
  const sorted = order === null ? '' : ` in order of ${names(order.keys)}`;
  return `${kind}(${args.join(', ')}) over ${rows}${sorted}${order?.descending === true ? ' desc' : ''}`;
}

function literalText({ type, value, parameter }: Literal): string {
  if (parameter !== undefined) return `{{ ${parameter} }}`;
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return type === 'float' && typeof value === 'number' ? floatText(value) : String(value);
}

/** A name as the expression language writes it. */
export function nameText(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : `\`${name}\``;
}
