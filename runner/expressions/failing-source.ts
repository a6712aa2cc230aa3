import { columnsUsed, type Call, type TypedExpression } from './typed-expression.ts';

/** The maximum length of an expression in a message, in characters. */
const MAX_EXPRESSION_LENGTH = 200;

/**
 * Names in a message what a failing operation reads: a column, or the text of its expression.
 * @param source the text of the operation, or of the innermost one around it that has one
 */
export function failingSource(node: TypedExpression, source: string | undefined): string {
  // An operation without a source is one of the node, which has the column of its config first.
  const column =
    node.kind === 'call' && source !== undefined ? onlyColumn(node) : columnsUsed(node)[0];
  if (column !== undefined) return `Column "${column}"`;
  return source === undefined ? 'A value' : `Expression "${truncateExpression(source)}"`;
}

/** The only column that an operation reads, besides literals. */
function onlyColumn({ args }: Call): string | undefined {
  const [first, ...others] = args.filter((arg) => arg.kind !== 'literal');
  return first?.kind === 'column' && others.length === 0 ? first.name : undefined;
}

function truncateExpression(source: string): string {
  const characters = Array.from(source.replaceAll(/\s+/g, ' '));
  if (characters.length <= MAX_EXPRESSION_LENGTH) return characters.join('');
  return `${characters.slice(0, MAX_EXPRESSION_LENGTH).join('')}…`;
}
