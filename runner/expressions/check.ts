import { UserError } from '../domain/errors.ts';
import { findColumn } from '../domain/nearest-name.ts';
import type { JsonValue } from '../domain/json.ts';
import { checkCast } from './cast.ts';
import { checkBinary, checkIn, checkUnary } from './check-operator.ts';
import { withNaNAsNull } from './coerce.ts';
import { decimalLiteral } from './exact-comparison.ts';
import { callFunction } from './functions/index.ts';
import { checkIf } from './functions/conditionals.ts';
import { failAt, type Argument, type Scope } from './scope.ts';
import type { CaseBranch, Syntax } from './syntax.ts';
import { columnReference, literal, type TypedExpression } from './typed-expression.ts';
import type { Literal } from './literal.ts';

/** Maximum depth of a tree that the engines run. */
const MAX_DEPTH = 300;

/** What reads a column of unknown type. It has the type null, which every function takes. */
const UNKNOWN = columnReference({ name: '', type: 'null' });

/**
 * Resolves names and infers types.
 * @throws ExpressionError with the position of the first mistake
 */
export function check(syntax: Syntax, scope: Scope): TypedExpression {
  return checkAt(syntax, scope, 0);
}

function checkAt(syntax: Syntax, scope: Scope, depth: number): TypedExpression {
  if (depth > MAX_DEPTH) {
    failAt(
      scope,
      syntax.at,
      'The expression is too deep. Compute a part of it in a column of its own.',
    );
  }
  if (isLeaf(syntax)) return checkLeaf(syntax, scope);
  const children: TypedExpression[] = [];
  const checkChild = (part: Syntax): Argument => {
    const node = checkAt(part, scope, depth + 1);
    children.push(node);
    return { node, at: part.at };
  };
  const node = checkCompound(syntax, scope, checkChild);
  if (children.includes(UNKNOWN)) return UNKNOWN;
  if (!('source' in syntax) || node.kind !== 'call') return node;
  return { ...node, source: node.source ?? syntax.source };
}

function checkCompound(
  syntax: Exclude<Syntax, Leaf>,
  scope: Scope,
  checkChild: (part: Syntax) => Argument,
): TypedExpression {
  switch (syntax.kind) {
    case 'unary':
      return checkUnary(syntax.operator, checkChild(syntax.operand), scope);
    case 'binary':
      return checkBinary(syntax, [checkChild(syntax.left), checkChild(syntax.right)], scope);
    case 'in':
      return checkIn(checkChild(syntax.operand), syntax.items.map(checkChild), scope);
    case 'case':
      return checkCase(syntax.branches, syntax.otherwise, { scope, checkChild });
    case 'cast':
      return checkCast(syntax, checkChild(syntax.operand), scope);
    case 'call':
      return callFunction(syntax, syntax.args.map(checkChild), scope);
  }
}

type Leaf = Extract<Syntax, { readonly kind: (typeof LEAVES)[number] }>;

const LEAVES = ['integer', 'float', 'text', 'boolean', 'null', 'column', 'parameter'] as const;

function isLeaf(syntax: Syntax): syntax is Leaf {
  return LEAVES.some((kind) => kind === syntax.kind);
}

function checkLeaf(syntax: Leaf, scope: Scope): TypedExpression {
  switch (syntax.kind) {
    case 'integer':
      return integerLiteral(syntax.value, syntax.at, scope);
    case 'float':
      return floatLiteral(syntax.text, syntax.at, scope);
    case 'text':
      return literal('string', interpolateParameters(syntax.value, scope));
    case 'boolean':
      return literal('boolean', syntax.value);
    case 'null':
      return literal('null', null);
    case 'column':
      return resolveColumn(syntax.name, syntax.at, scope);
    case 'parameter':
      return resolveParameter(syntax.name, syntax.at, scope);
  }
}

function floatLiteral(text: string, at: number, scope: Scope): Literal {
  const value = Number(text);
  if (!Number.isFinite(value)) failAt(scope, at, 'This number is too large.');
  return decimalLiteral(value, text);
}

function integerLiteral(value: bigint, at: number, scope: Scope): Literal {
  if (BigInt.asIntN(64, value) !== value) {
    failAt(scope, at, `${value} is beyond the range of 64-bit integers; write it with a point.`);
  }
  return literal('integer', value);
}

function resolveColumn(name: string, at: number, scope: Scope): TypedExpression {
  if (scope.columns === null) return UNKNOWN;
  try {
    return columnReference(findColumn(scope.columns, name));
  } catch (error) {
    if (error instanceof UserError) failAt(scope, at, error.message);
    throw error;
  }
}

function resolveParameter(name: string, at: number, scope: Scope): Literal {
  const value = Object.hasOwn(scope.parameters, name) ? scope.parameters[name] : undefined;
  if (value === undefined) failAt(scope, at, `The flow has no parameter "${name}".`);
  return { ...parameterLiteral(value, at, scope), parameter: name };
}

function parameterLiteral(value: JsonValue, at: number, scope: Scope): Literal {
  if (value === null) return literal('null', null);
  if (typeof value === 'string') return literal('string', value);
  if (typeof value === 'boolean') return literal('boolean', value);
  if (typeof value === 'bigint') return integerLiteral(value, at, scope);
  if (typeof value === 'number') {
    return Number.isSafeInteger(value)
      ? literal('integer', BigInt(value))
      : literal('float', value);
  }
  return failAt(scope, at, 'A parameter in an expression must be a number, a text or a boolean.');
}

/** Replaces `{{ name }}` in a quoted text by the parameter's text. Unknown names stay as written. */
function interpolateParameters(text: string, scope: Scope): string {
  return text.replaceAll(/\{\{\s*([A-Za-z_]\w*)\s*\}\}/g, (found, name: string) => {
    const value = Object.hasOwn(scope.parameters, name) ? scope.parameters[name] : undefined;
    if (value === undefined || (typeof value === 'object' && value !== null)) return found;
    return String(value);
  });
}

interface CaseContext {
  readonly scope: Scope;
  readonly checkChild: (part: Syntax) => Argument;
}

function checkCase(
  branches: readonly CaseBranch[],
  otherwise: Syntax | null,
  { scope, checkChild }: CaseContext,
): TypedExpression {
  const last: Argument =
    otherwise === null ? { node: literal('null', null), at: 0 } : checkChild(otherwise);
  return branches.reduceRight<Argument>((rest, branch) => {
    const node = checkIf([checkChild(branch.when), checkChild(branch.then), rest], scope);
    return { node, at: branch.then.at };
  }, last).node;
}

/**
 * Resolves names and infers types; the result has null instead of NaN.
 * @throws ExpressionError with the position of the first mistake
 */
export function checkResult(syntax: Syntax, scope: Scope): TypedExpression {
  return withNaNAsNull(check(syntax, scope));
}
