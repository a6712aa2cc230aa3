import type { JsonObject } from '../../runner/domain/json.ts';
import { checkCases } from './check-cases.ts';
import { chain, table, type ParityCase } from './parity-case.ts';
import { parityPython } from './parity-python.ts';

const python = await parityPython();

/** Names that are longer than a line: with places for a break, and without. */
const NAMES = {
  words: [
    'How satisfied are you with the service of our company in the last month, all in all, from 1 to 5?',
    "How often did you call our company last month, for a new contract or as you didn't know on?",
  ],
  'snake case': [
    'how_satisfied_are_you_with_the_service_of_our_company_in_the_last_month_all_in_all_from_1_to_5',
    'how_often_did_you_call_our_company_in_the_last_month_for_a_new_contract_or_as_you_did_not_know_on',
  ],
} as const;

/** Steps that name both columns: a number and a text. */
function steps(
  number: string,
  text: string,
): Readonly<Record<string, readonly (readonly [type: string, config: JsonObject])[]>> {
  return {
    projections: [
      ['selectColumns', { columns: [number, text, 'id'] }],
      ['renameColumns', { mapping: { id: `${text} (id)` } }],
      ['castDtypes', { casts: { [number]: 'string' } }],
      ['dropColumns', { columns: [text] }],
    ],
    filters: [
      ['filterExpression', { expression: `\`${number}\` > 1 and \`${text}\` != '${number}'` }],
      ['filterRows', { column: text, operator: 'in', value: [number, 'often'] }],
      ['assertNotNull', { columns: [number, text] }],
    ],
    'computed columns': [
      ['calculatedColumn', { column_name: `${text} (2)`, expression: `\`${number}\` * 2 + id` }],
      ['mapValues', { column: text, mapping: { often: number, [number]: 'often' } }],
      ['replaceValues', { column: text, to_replace: 'seldom', value: number }],
      ['roundNumbers', { columns: [number], decimals: 1 }],
    ],
    groups: [
      ['groupByAggregate', { group_by: [text], aggregations: { [number]: ['sum', 'mean'] } }],
      ['sortRows', { columns: [`${number}_sum`, text] }],
    ],
  };
}

function cases(title: string, number: string, text: string): readonly ParityCase[] {
  const columns = [
    ...table('id integer', []).columns,
    { name: number, type: 'float' as const },
    { name: text, type: 'string' as const },
  ];
  const rows = [
    [1, 2.25, 'often'],
    [2, 0.5, 'seldom'],
    [3, 3.75, number],
    [4, 4.5, 'often'],
  ];
  return Object.entries(steps(number, text)).map(([name, list]) => ({
    name: `${name} of names in ${title}`,
    graph: chain(
      'parquet',
      list.map(([type, config]) => ({ type, config })),
    ),
    inputs: [{ nodeId: 'in', name: 'answers.parquet', table: { columns, rows } }],
  }));
}

checkCases(
  'columns with names longer than a line',
  Object.entries(NAMES).flatMap(([title, [number, text]]) => cases(title, number, text)),
  python,
);
