import { z } from 'zod';
import { ExpressionError, parseExpression } from '../../expressions/index.ts';

/** A config value that holds an expression: its syntax is checked, its names are not. */
export const expressionText = z
  .string('must be an expression, as text')
  .superRefine((text, context) => {
    if (text.trim() === '') {
      context.addIssue({ code: 'custom', message: 'needs an expression' });
      return;
    }
    try {
      parseExpression(text);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
    }
  });

/** Whether the expression casts in a way that some values make fail. */
export function hasStrictCast(text: string): boolean {
  return /(?<![\p{L}_])cast\s*\(/iu.test(text);
}
