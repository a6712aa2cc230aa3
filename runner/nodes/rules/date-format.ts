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

/** How help and descriptions name the texts that are dates without a format. */
export const ISO_TEXTS =
  'ISO 8601 in the forms that "Dates in text" in the reference of node types lists';

/** The format of dates in text; empty for ISO 8601. */
export const dateFormatField: FormField<string> = textField('Date format', schema, {
  default: '',
  nullMeans: 'absent',
  placeholder: '%d/%m/%Y',
  help: `The format of dates in text, with the directives of strftime: %Y %m %d %H %I %M %S %f %y %b %B %p %z %%. %y is a year from 1970 to 2069: 69 is 2069, 70 is 1970. %j is the day of the year, %G %V %u are year, week and day of ISO 8601, %W %w the week from Monday on and its day from Sunday, 0. Names of weekdays, %a %A, and of UTC, %Z, change no date. %c stands for %a %b %d %H:%M:%S %Y, %x for %m/%d/%y. Empty: ${ISO_TEXTS}, detected for each cell.`,
});
