import { exactJson } from '../../runner/domain/exact-json.ts';
import type { JsonValue } from '../../runner/domain/json.ts';
import type { ExampleTable, NodeExample } from '../../runner/nodes/definition.ts';
import { code, markdownTable } from './markdown.ts';
import { rulesOf } from './named-rules.ts';

/** Renders the examples of a node type as Markdown: config, input tables and output table. */
export function nodeExamples(examples: readonly NodeExample[]): string[] {
  return examples.flatMap((example) => [
    `### ${example.title}`,
    ...ruleLine(rulesOf(example)),
    code(exactJson.stringify(example.config)),
    ...Object.entries(example.inputs).flatMap(([handle, given]) => inputTables(handle, given)),
    ...outcome(example),
  ]);
}

function ruleLine(rules: string): string[] {
  return rules === '' ? [] : [`[Rules](../nodes.md#rules): ${rules}.`];
}

function inputTables(handle: string, given: ExampleTable | readonly ExampleTable[]): string[] {
  if (!isList(given)) return [`Input ${code(handle)}:`, table(given)];
  return given.flatMap((one, index) => [`Input ${code(handle)}, edge ${index + 1}:`, table(one)]);
}

function outcome({ expected, output }: NodeExample): string[] {
  if ('error' in expected) return ['The node fails when it reads these rows.'];
  return [output === undefined ? 'Output:' : `Output ${code(output)}:`, table(expected)];
}

function isList(given: ExampleTable | readonly ExampleTable[]): given is readonly ExampleTable[] {
  return Array.isArray(given);
}

function table({ columns, rows }: ExampleTable): string {
  const head = columns.map(({ name, type }) => `${code(name)} ${type}`);
  const cells = rows.map((row) =>
    columns.map(({ type }, index) => cellText(row[index] ?? null, type)),
  );
  return markdownTable(head, cells);
}

/** Renders a cell. A float without a fraction keeps its decimal point. */
export function cellText(cell: JsonValue, type: string | null): string {
  if (cell === null) return '*null*';
  if (type === 'float' && typeof cell === 'number' && Number.isInteger(cell)) {
    return code(cell.toFixed(1));
  }
  return code(typeof cell === 'string' ? visibleText(cell) : exactJson.stringify(cell));
}

/** A text as JSON in which white space other than a space, and characters without width, are escaped. */
function visibleText(text: string): string {
  return JSON.stringify(text).replaceAll(/[\p{Z}\p{Cc}\p{Cf}]/gu, (character) =>
    character === ' ' ? ' ' : escapedUnits(character),
  );
}

function escapedUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, place) => String.raw`\u${character.charCodeAt(place).toString(16).padStart(4, '0')}`,
  ).join('');
}
