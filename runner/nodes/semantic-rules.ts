import {
  AGGREGATES_NUMBERS,
  CAN_COMPUTE_NAN,
  CAN_FAIL,
  EVALUATES_EXPRESSIONS,
  HAS_DEFAULTS,
  JOINS,
  NAMES_COLUMNS,
  NEEDS_DISTINCT_NAMES,
  READS_DATES,
  USES_INTEGERS,
  WRITES_TEXT,
} from './rule-nodes.ts';

/** A rule on a point in which libraries and databases differ. */
export interface SemanticRule {
  readonly sentence: string;
  /** The node types whose results the rule decides. Each has an example that shows it. */
  readonly nodes: readonly string[];
}

/**
 * The named rules of the nodes. Both engines and all scripts follow them; examples name those that they show.
 * What an expression computes is shown on calculatedColumn, what it decides on each node with a condition.
 */
export const SEMANTIC_RULES = {
  'null-compare': {
    sentence:
      'Null matches no value, list, range or part of a text; only a test for null finds it.',
    nodes: [
      'assertValueRange',
      'assertValuesInSet',
      'conditionalColumn',
      'filterRows',
      'mapValues',
      'replaceValues',
    ],
  },
  'expr-3vl': {
    sentence:
      'A comparison with null is null, and so is its negation; a condition holds only where it is true.',
    nodes: EVALUATES_EXPRESSIONS,
  },
  'expr-div': {
    sentence:
      'A division returns a float: a number by 0 is infinite with the sign of the number, 0 by 0 is null.',
    nodes: EVALUATES_EXPRESSIONS,
  },
  'expr-mod': {
    sentence:
      'A remainder has the sign of the divisor, `//` rounds down, and powers associate to the right.',
    nodes: ['calculatedColumn'],
  },
  'nan-null': {
    sentence: 'A calculation that has no number as its result gives null: no cell is NaN.',
    nodes: CAN_COMPUTE_NAN,
  },
  'group-null': {
    sentence: 'Null is a key: rows with null keys form one group, and an empty text forms another.',
    nodes: ['assertUnique', 'groupByAggregate', 'pivot', 'removeDuplicates', 'topRows'],
  },
  'group-order': {
    sentence: 'Groups are in the order in which their keys first appear.',
    nodes: ['groupByAggregate'],
  },
  'agg-null': {
    sentence:
      'Aggregates skip nulls. Without any value, sums and counts are 0 and others null, and a rolling window is null with too few values. Deviations are those of a sample (n - 1), so one value has none.',
    nodes: [
      'describe',
      'fillNulls',
      'groupByAggregate',
      'pivot',
      'removeOutliers',
      'rollingAggregate',
    ],
  },
  'agg-bool': {
    sentence: 'A boolean counts as 1 or 0 in a sum, which is the number of true values.',
    nodes: ['groupByAggregate', 'pivot', 'windowFunction'],
  },
  'agg-type': {
    sentence: 'Text and dates have no sum, mean, median or deviation: to ask for one is an error.',
    nodes: AGGREGATES_NUMBERS,
  },
  'join-null': {
    sentence: 'A null key matches no key, not even null, in any kind of join.',
    nodes: ['asofJoin', 'join', 'lookup'],
  },
  'join-type': {
    sentence: 'Integer and float keys match by value; a number and a text as keys are an error.',
    nodes: ['join', 'lookup'],
  },
  'join-suffix': {
    sentence: 'A column that both inputs have gets the suffix of its side on either side.',
    nodes: ['asofJoin', 'crossJoin', 'join'],
  },
  'join-cols': {
    sentence:
      'Left columns come first, then right ones. A key of one name occurs once, at its left place; keys of two names both occur.',
    nodes: JOINS,
  },
  'join-order': {
    sentence: 'Left, semi, anti, asof and cross joins and lookups keep the order of the left rows.',
    nodes: JOINS,
  },
  'pivot-order': {
    sentence:
      'Rows are sorted by the index, null last. Unless the config lists the heads, they are sorted by value, numbers as numbers.',
    nodes: ['pivot'],
  },
  'pivot-empty': {
    sentence: 'A combination without rows is null for every function, also for sums and counts.',
    nodes: ['pivot'],
  },
  'pivot-null-head': {
    sentence:
      'Null values become a column named null, the last one unless the config lists the heads.',
    nodes: ['pivot'],
  },
  'unpivot-order': {
    sentence: 'All rows of the first column come before those of the second one.',
    nodes: ['unpivot'],
  },
  explode: {
    sentence:
      'Null stays one row with null, an empty text one row with an empty text. A JSON array gives a row for each element. The delimiter is literal, and parts are not trimmed.',
    nodes: ['explodeRows'],
  },
  supertype: {
    sentence:
      'Integers together with floats become floats; any other mixture of types becomes text.',
    nodes: [
      'coalesceColumns',
      'concatRows',
      'conditionalColumn',
      'mapValues',
      'replaceValues',
      'unpivot',
    ],
  },
  sort: {
    sentence:
      'Equal rows keep their order in both directions, text is sorted by code point, and the direction does not move nulls.',
    nodes: ['sortRows', 'topRows'],
  },
  'window-null': {
    sentence:
      'Null is a partition. A null to order by is last in both directions and has no rank. A running function is null at a null and goes on after it.',
    nodes: ['rollingAggregate', 'rowDifference', 'windowFunction'],
  },
  bigint: {
    sentence: 'Integers have 64 bits and stay exact beyond 2^53, also beside nulls.',
    nodes: USES_INTEGERS,
  },
  cast: {
    sentence:
      'Only whole numbers become integers. The texts true, false, 1 and 0 in any case become booleans, and so do numbers: 0 is false.',
    nodes: ['castDtypes'],
  },
  'cast-text': {
    sentence:
      'A value has one form as text, such as 10, 2.5, 2.0, true and 2024-02-29 00:00:00; an integer beside nulls has no point.',
    nodes: WRITES_TEXT,
  },
  'value-type': {
    sentence: 'A value that the config has as text is read as the type of the column.',
    nodes: [
      'assertValueRange',
      'conditionalColumn',
      'fillNulls',
      'filterRows',
      'lookup',
      'mapValues',
      'pivot',
      'replaceValues',
    ],
  },
  'map-key': {
    sentence: 'The keys of a mapping find numbers, booleans and dates by their texts.',
    nodes: ['mapValues'],
  },
  'map-default': {
    sentence: 'The default replaces every value without a key, and null.',
    nodes: ['mapValues'],
  },
  'fill-type': {
    sentence:
      'A constant is converted to the type of each column; a column that has no such value stays.',
    nodes: ['fillNulls'],
  },
  'fill-float': {
    sentence: 'Zero fills only numbers; mean and median turn a column of integers into floats.',
    nodes: ['fillNulls'],
  },
  'date-iso': {
    sentence: 'Without a format, each text is read on its own as ISO 8601.',
    nodes: READS_DATES,
  },
  'date-zone': {
    sentence: 'A time with an offset is converted to UTC.',
    nodes: READS_DATES,
  },
  'date-bad': {
    sentence: 'A text that is no date becomes null, unless errors are to be raised.',
    nodes: READS_DATES,
  },
  'missing-column': {
    sentence:
      'The name of a column that the input lacks is an error, also in a list of columns to drop.',
    nodes: NAMES_COLUMNS,
  },
  'dup-columns': {
    sentence:
      'A column name that occurs twice, in the result or in a list of the config, is an error. In lists of charts and checks once is enough.',
    nodes: NEEDS_DISTINCT_NAMES,
  },
  'regex-groups': {
    sentence: 'In a replacement, $1 is the first group of the match, $0 all of it and $$ a dollar.',
    nodes: ['replaceValues'],
  },
  'text-case': {
    sentence:
      'Case is that of all of Unicode: ß becomes SS. In title case, a letter after a non-letter starts a word.',
    nodes: ['calculatedColumn', 'stringTransform'],
  },
  'text-len': {
    sentence: 'Lengths and widths count code points.',
    nodes: ['calculatedColumn', 'hashColumn', 'stringTransform'],
  },
  quantile: {
    sentence:
      'Quantiles are interpolated linearly, so the median of two values is halfway between them.',
    nodes: [
      'binColumn',
      'describe',
      'fillNulls',
      'groupByAggregate',
      'pivot',
      'removeOutliers',
      'rollingAggregate',
    ],
  },
  round: {
    sentence:
      'A number times the power of ten of its digits is rounded, a half to the even neighbour.',
    nodes: ['calculatedColumn', 'roundNumbers'],
  },
  'bin-edges': {
    sentence: 'A bin has its upper edge and not its lower one; the first one also has the minimum.',
    nodes: ['binColumn'],
  },
  'bin-label': {
    sentence: 'Edges in a label have six significant digits, or as many more as distinguish them.',
    nodes: ['binColumn'],
  },
  rowdiff: {
    sentence:
      'A relative change from 0 is infinite, and null from 0 to 0; a null is not replaced by an earlier value.',
    nodes: ['rowDifference'],
  },
  'cond-null': {
    sentence: 'A result or a default of null is null, not the text.',
    nodes: ['conditionalColumn'],
  },
  'between-text': {
    sentence: 'Bounds can be texts, which are compared by code point.',
    nodes: ['assertValueRange', 'filterRows'],
  },
  sample: {
    sentence: 'A sample has each row at most once, in order; one seed always draws the same rows.',
    nodes: ['sampleRows', 'splitRows'],
  },
  assert: {
    sentence:
      'A check passes its rows on or fails with the number of violations and one of them. Null violates a range and a condition, equal nulls are copies, and every copy counts. With warn, rows that violate it pass on.',
    nodes: [
      'assertExpression',
      'assertNotNull',
      'assertRowCount',
      'assertUnique',
      'assertValueRange',
      'assertValuesInSet',
    ],
  },
  'config-default': {
    sentence:
      'A key that the config lacks has its default, on both engines and in every script, unless it is required.',
    nodes: HAS_DEFAULTS,
  },
  errors: {
    sentence:
      'An error names the config key, column, value or line at fault, and the nearest name where one is close.',
    nodes: CAN_FAIL,
  },
} as const satisfies Readonly<Record<string, SemanticRule>>;

/** The name of a rule. */
export type RuleName = keyof typeof SEMANTIC_RULES;
