import { z } from 'zod';
import { objectPathProblem } from '../../connectors/storage/object-path.ts';

/** The path of an object. */
export const OBJECT_PATH = pathText({ mayBeEmpty: false });
/** The path of an object, or an empty text. */
export const OPTIONAL_OBJECT_PATH = pathText({ mayBeEmpty: true });

function pathText({ mayBeEmpty }: { readonly mayBeEmpty: boolean }): z.ZodType<string> {
  return z
    .string('must be text')
    .transform(withoutHere)
    .superRefine((text, context) => {
      if (text === '' && mayBeEmpty) return;
      const problem = text === '' ? 'name a file or object' : objectPathProblem(text);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    });
}

/** A path may begin in the folder or bucket itself: `./a.csv` is `a.csv`. */
function withoutHere(text: string): string {
  return text.replace(/^(?:\.\/)+(?=[^/])/, '');
}
