import { AND, POWER, type Expression } from './expression.ts';
import {
  either,
  group,
  ifBroken,
  indent,
  joined,
  renderLayout,
  softBreak,
  softSpace,
  wrapped,
  type Layout,
} from './layout.ts';
import { canWrap, wrapLiteral } from './wrap-literal.ts';

/**
 * Lays out an expression that stands alone, such as the value of an assignment. If it can only break outside
 * brackets, it gets parentheses when it breaks.
 */
export function standaloneLayout(expression: Expression): Layout {
  if (expression.kind === 'parentheses') return standaloneLayout(expression.value);
  if (isText(expression)) {
    return either(optionalParentheses(textLayout(expression)), expression.text);
  }
  const layout = expressionLayout(expression);
  if (!breaksOutsideBrackets(expression)) return layout;
  return endsInBrackets(expression)
    ? either(bracketLayout(expression), optionalParentheses(layout))
    : optionalParentheses(layout);
}

type Token = Extract<Expression, { readonly kind: 'token' }>;

function isText(expression: Expression): expression is Token {
  return expression.kind === 'token' && /["']$/.test(expression.text);
}

/** Lays out a text that is alone in its brackets, so that it can have several lines. */
function textLayout({ text }: Token): Layout {
  return wrapped(text, (width) => wrapLiteral(text, width));
}

/** Lays out a part of an expression. A text that is too long for its line gets parentheses and lines of its own. */
function partLayout(part: Expression): Layout {
  if (!isText(part)) return expressionLayout(part);
  return canWrap(part.text)
    ? optionalParentheses(textLayout(part))
    : either(optionalParentheses(part.text), part.text);
}

/** Lays out the key of a dict. One without a place for a break has no parentheses. */
function keyLayout(key: Expression): Layout {
  return isText(key) && !canWrap(key.text) ? key.text : partLayout(key);
}

function optionalParentheses(content: Layout): Layout {
  return group([ifBroken('('), indent([softBreak, content]), softBreak, ifBroken(')')]);
}

/** Lays out the body of a lambda. If it is too long to break in brackets, it has a line of its own. */
function bodyLayout(body: Expression): Layout {
  const line = renderLayout(expressionLayout(body), Infinity, 0);
  return either(standaloneLayout(body), optionalParentheses(line));
}

/** Reports whether one operator has an operand with brackets that can break instead of the operator. */
function endsInBrackets(expression: Expression): boolean {
  if (expression.kind === 'unary') {
    return expression.operator === '~' && hasBrackets(lastOperand(expression));
  }
  if (expression.kind !== 'infix' || expression.operators.length > 1) return false;
  const [first, last] = expression.operands;
  if (first === undefined || last === undefined) return false;
  const weaker = [first, last].some(
    (each) => each.kind === 'infix' && isSamePrecedence(each.precedence, expression.precedence),
  );
  return !weaker && (startsWithBrackets(first) || hasBrackets(lastOperand(last)));
}

function hasBrackets(expression: Expression): boolean {
  if (expression.kind === 'parentheses') return true;
  const { kind } = expression;
  return (kind === 'call' || kind === 'collection') && expression.items.length > 0;
}

function startsWithBrackets(expression: Expression): boolean {
  if (isLink(expression)) return startsWithBrackets(expression.value);
  if (expression.kind === 'infix') return startsWithBrackets(firstOperand(expression));
  return hasBrackets(expression);
}

function lastOperand(expression: Expression): Expression {
  if (expression.kind === 'unary') return lastOperand(expression.value);
  if (expression.kind !== 'infix') return expression;
  return lastOperand(expression.operands.at(-1) ?? expression);
}

/** Lays out an expression so that it breaks within brackets only. */
function bracketLayout(expression: Expression): Layout {
  if (isLink(expression)) return chainLayout(expression, '');
  if (expression.kind === 'unary') return [expression.operator, bracketLayout(expression.value)];
  if (expression.kind === 'infix') return infixLayout(expression, bracketLayout, ' ');
  return expressionLayout(expression);
}

/** Lays out an expression within brackets. */
function expressionLayout(expression: Expression): Layout {
  if (isLink(expression)) {
    return isChain(expression)
      ? group(chainLayout(expression, softBreak))
      : chainLayout(expression, '');
  }
  if (expression.kind === 'token') return expression.text;
  if (expression.kind === 'collection') return collectionLayout(expression);
  if (expression.kind === 'parentheses') {
    return inBrackets('(', expressionLayout(expression.value), ')');
  }
  return compoundLayout(expression);
}

type Of<Kind extends Expression['kind']> = Extract<Expression, { readonly kind: Kind }>;
type Link = Of<'attribute' | 'call' | 'subscript'>;

function compoundLayout(
  expression: Exclude<Expression, Link | Of<'token' | 'collection' | 'parentheses'>>,
): Layout {
  switch (expression.kind) {
    case 'prefixed':
      return [expression.prefix, partLayout(expression.value)];
    case 'entry':
      return [keyLayout(expression.key), ': ', partLayout(expression.value)];
    case 'unary':
      return [expression.operator, expressionLayout(expression.value)];
    case 'infix':
      return group(infixLayout(expression, partLayout, softSpace));
    case 'conditional': {
      const { value, test, otherwise } = expression;
      const clauses = [
        ['if ', expressionLayout(test)],
        ['else ', expressionLayout(otherwise)],
      ];
      return group(joined([expressionLayout(value), ...clauses], softSpace));
    }
    case 'lambda':
      return [`lambda ${expression.parameters}`.trimEnd(), ': ', bodyLayout(expression.body)];
    case 'comprehension': {
      const { element, clauses } = expression;
      return group(joined([element, ...clauses].map(expressionLayout), softSpace));
    }
    case 'slice':
      return sliceLayout(expression);
  }
}

function breaksOutsideBrackets(expression: Expression): boolean {
  if (expression.kind === 'infix' || expression.kind === 'conditional') return true;
  if (expression.kind === 'unary') return breaksOutsideBrackets(expression.value);
  return isLink(expression) && isChain(expression);
}

function isLink(expression: Expression): expression is Link {
  return ['attribute', 'call', 'subscript'].includes(expression.kind);
}

/** Reports whether a chain has two attributes of calls or subscripts: then each can have its own line. */
function isChain(link: Link): boolean {
  let count = 0;
  for (let at: Expression = link; isLink(at); at = at.value) {
    if (at.kind === 'attribute' && canStartLine(at)) count++;
  }
  return count >= 2;
}

/** @param lineBreak what stands before an attribute that can have its own line */
function chainLayout(expression: Expression, lineBreak: Layout): Layout {
  if (!isLink(expression)) return expressionLayout(expression);
  const value = chainLayout(expression.value, lineBreak);
  if (expression.kind === 'attribute') {
    return [value, canStartLine(expression) ? lineBreak : '', `.${expression.name}`];
  }
  const { kind, items } = expression;
  return [value, kind === 'call' ? argumentsLayout(items) : subscriptLayout(items)];
}

/** Reports whether an attribute can have its own line: only after a bracket, as in `f().name`. */
function canStartLine({ value }: Of<'attribute'>): boolean {
  return ['call', 'subscript', 'parentheses'].includes(value.kind);
}

/** Arguments stay on one line of their own if they fit there. */
function argumentsLayout(items: readonly Expression[]): Layout {
  if (items.length === 0) return '()';
  return inBrackets('(', group(separated(items, argumentLayout)), ')');
}

function argumentLayout(item: Expression): Layout {
  return isText(item) ? textLayout(item) : expressionLayout(item);
}

function subscriptLayout(items: readonly Expression[]): Layout {
  return inBrackets('[', separated(items, items.length === 1 ? argumentLayout : partLayout), ']');
}

function collectionLayout({ open, items }: Of<'collection'>): Layout {
  const close = { '(': ')', '[': ']', '{': '}' }[open];
  if (items.length === 0) return `${open}${close}`;
  const [only] = items;
  if (open === '(' && items.length === 1 && only !== undefined) {
    return inBrackets(open, [partLayout(only), ','], close);
  }
  return inBrackets(open, separated(items, partLayout), close);
}

/** Separates items by commas. Formatters add one at the end only where there are several. */
function separated(items: readonly Expression[], layoutOf: (item: Expression) => Layout): Layout {
  const layouts = joined(items.map(layoutOf), [',', softSpace]);
  return items.length > 1 ? [layouts, ifBroken(',')] : layouts;
}

function inBrackets(open: string, content: Layout, close: string): Layout {
  return group([open, indent([softBreak, content]), softBreak, close]);
}

/**
 * Lays out operands and operators. A line breaks before operators, first before the weakest.
 * @param operandLayout lays out an operand
 * @param space what stands before an operator
 */
function infixLayout(
  { operands, operators, precedence }: Of<'infix'>,
  operandLayout: (operand: Expression) => Layout,
  space: Layout,
): Layout {
  return operands.map((operand, index): Layout => {
    const isSame = operand.kind === 'infix' && isSamePrecedence(operand.precedence, precedence);
    const layout = isSame ? infixLayout(operand, operandLayout, space) : operandLayout(operand);
    const operator = operators[index - 1];
    const before = operands[index - 1];
    if (operator === undefined || before === undefined) return layout;
    const isTight = precedence === POWER && isSimple(before) && isSimple(firstOperand(operand));
    if (isTight) return [space === ' ' ? '' : softBreak, operator, layout];
    return [space, operator, ' ', layout];
  });
}

function firstOperand(expression: Expression): Expression {
  return expression.kind === 'infix' ? (expression.operands[0] ?? expression) : expression;
}

/** `and` and `or` break together, though they bind differently. */
function isSamePrecedence(one: number, other: number): boolean {
  return one === other || (one <= AND && other <= AND);
}

/** Reports whether formatters write `**` without spaces beside an operand. */
function isSimple(operand: Expression): boolean {
  if (operand.kind === 'unary') return operand.operator !== 'not ' && isSimple(operand.value);
  if (operand.kind === 'attribute') return isSimple(operand.value);
  return operand.kind === 'token' && !/["']/.test(operand.text);
}

function sliceLayout({ bounds }: Of<'slice'>): Layout {
  const isPlain = bounds.every((bound) => bound === null || isSimple(bound));
  const texts = bounds.map((bound) => (bound === null ? '' : expressionLayout(bound)));
  return joined(texts, isPlain ? ':' : ' : ');
}
