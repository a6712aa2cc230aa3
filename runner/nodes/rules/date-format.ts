import { z } from 'zod';
import { UserError } from '../../domain/errors.ts';
import { datetimeFormat } from '../../expressions/operations/datetime-text.ts';
import { textField, type FormField } from '../form.ts';

const schema = z.string('must be text').superRefine((text, context) => {
  try {
    if (text !== '') datetimeFormat(text);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
});

/** The format of dates in text; empty for ISO 8601. */
export const dateFormatField: FormField<string> = textField('Date format', schema, {
  default: '',
  placeholder: '%d/%m/%Y',
  help: 'The format of dates in text, with the directives of strftime: %Y %m %d %H %I %M %S %f %y %b %B %p %z %%. Empty: ISO 8601, detected for each cell.',
});
