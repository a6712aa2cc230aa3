import { UserError } from '../domain/errors.ts';
import type { Frame } from '../engines/pandas/frame.ts';
import { evaluate } from './evaluate.ts';
import type { TypedExpression } from './typed-expression.ts';

/** The error of a value that cannot be computed; null when all values of the frame can. */
export function evaluationError(node: TypedExpression, frame: Frame): UserError | null {
  try {
    evaluate(node, frame);
    return null;
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}
