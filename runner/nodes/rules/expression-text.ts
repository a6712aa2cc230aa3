import { z } from 'zod';
import { ExpressionError, parseExpression } from '../../expressions/index.ts';

/** The schema of a config value with an expression. It checks the syntax, but not the column names. */
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
