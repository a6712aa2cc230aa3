import type {
  FunctionEntry,
  FunctionExample,
} from '../../runner/expressions/functions/function-entry.ts';
import { EXAMPLE_ROW, EXAMPLE_TIME } from '../../runner/expressions/functions/example-row.ts';
import { FUNCTIONS } from '../../runner/expressions/functions/index.ts';
import { compileExpression } from '../../runner/expressions/index.ts';
import { GRAMMAR, SYNTAX } from '../../runner/expressions/syntax-documentation.ts';
import { code, markdownTable } from './markdown.ts';
import { cellText } from './node-examples.ts';

const RULES = `- Five types: integer (64 bits, exact), float, boolean, string, datetime (microseconds, UTC). Names of columns are case-sensitive; keywords and functions are not.
- A null makes the result of an operation null. \`and\` and \`or\` follow three-valued logic. A filter keeps a row only where the condition is true.
- An integer beside a float becomes a float, which is rounded beyond 2^53. Only a comparison of an integer with a constant number is exact, whatever its size. A boolean beside a number counts as 0 or 1. A text beside a datetime is read as ISO 8601 ([forms](nodes.md#dates-in-text)). Other mixtures are rejected: cast one side. A column without any value fits everywhere, as null does.
- Every part of an expression is computed for every row, also a branch that is not taken and what stands beside a false \`and\`: a \`cast\` that fails there fails the run. \`try_cast\` does not.
- An integer beyond 64 bits fails the run; in an exported script it wraps around, as the head of the script says. NaN is null.
- \`'…'\` and \`"…"\` are texts; a column whose name is not a plain word is written in backticks. In a text a quote is written twice, or after a backslash; \`\\n\`, \`\\t\` and \`\\r\` are a line break, a tab and a carriage return, and \`\\\\\` is a backslash. Before any other character a backslash stays, so a pattern is written as it is: \`'\\d+'\`.
- \`{{ name }}\` is a parameter of the flow, a value of its declared type.
- Methods of imported flows work on any value: \`.isnull()\`, \`.isna()\`, \`.notnull()\`, \`.notna()\`, \`.fillna(x)\`, \`.abs()\`, \`.round(n)\`, \`.str.contains(t)\`, \`.str.startswith(t)\`, \`.str.endswith(t)\`, \`.str.upper()\`, \`.str.lower()\`, \`.str.len()\`.
- \`now()\` and \`today()\` are one value for a whole run. A scheduled run has the time of its slot, by the clock of the zone of its schedule; any other run has the time it was asked for, in UTC; a retry has that of the run it repeats. Previews and validation have the time of the request. An exported script takes its clock in UTC, or the time stated in \`run_time\` at its head.
- An expression has at most 20,000 characters.`;

/** Renders the documentation of the expression language as Markdown. */
export function expressionsReference(): string {
  return [
    '# Expressions',
    'Calculated columns and filters take an expression. It means the same on both engines and in every exported script. It is checked when a flow is validated, before any row is read.',
    '## Rules',
    RULES,
    '## The row of the examples',
    markdownTable(
      EXAMPLE_ROW.map(({ name, type }) => `${code(name)} ${type}`),
      [EXAMPLE_ROW.map(({ value, type }) => cellText(value, type))],
    ),
    `In the examples the time of the run is ${code(EXAMPLE_TIME)}.`,
    '## Operators',
    markdownTable(
      ['written', 'meaning', 'example', 'value'],
      SYNTAX.flatMap(({ syntax, summary, examples }) => rows([syntax, summary], examples)),
    ),
    '## Functions',
    markdownTable(
      ['function', 'meaning', 'example', 'value'],
      functionsWithAliases().flatMap(({ names, entry }) =>
        rows([names, entry.doc.summary], entry.doc.examples),
      ),
    ),
    '## Grammar',
    `\`\`\`text\n${GRAMMAR}\n\`\`\``,
  ].join('\n\n');
}

/** The functions, each with its aliases. */
function functionsWithAliases(): { readonly names: string; readonly entry: FunctionEntry }[] {
  const names = Map.groupBy(Object.entries(FUNCTIONS), ([, entry]) => entry);
  return [...names].map(([entry, group]) => {
    const aliases = group.slice(1).map(([name]) => code(name));
    const also = aliases.length === 0 ? '' : ` (also ${aliases.join(', ')})`;
    return { names: `${code(entry.usage)}${also}`, entry };
  });
}

/** One row for each example. The leading cells are filled only in the first row. */
function rows(leading: readonly string[], examples: readonly FunctionExample[]): string[][] {
  const values = { parameters: {}, localTime: EXAMPLE_TIME };
  return examples.map(([text, value], index) => {
    const { type } = compileExpression(text, EXAMPLE_ROW, values);
    return [...(index === 0 ? leading : leading.map(() => '')), code(text), cellText(value, type)];
  });
}
