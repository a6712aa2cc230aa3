import { concatenateWith, POLARS_FUNCTIONS } from '../../engines/polars/pinned/functions.ts';
import { combineTexts as combineCells } from '../../engines/pandas/kernels/cells/texts.ts';
import type { Operation } from '../operation.ts';
import { callCode, member, type PythonCode } from '../python-code.ts';
import { head } from './arity.ts';

/**
 * Concatenates texts with a separator between them; null is the empty text. The last argument of the call is
 * the separator, which only the Python forms use.
 */
export function combineTexts(separator: string): Operation {
  return {
    name: 'combine',
    type: 'string',
    polars: (build, ...args) => {
      const texts = args
        .slice(0, -1)
        .map((text) => build.call(POLARS_FUNCTIONS.coalesce, text, build.text('')));
      return build.call(concatenateWith(separator), ...texts);
    },
    column: (args, rows) => combineCells(args.slice(0, -1), rows, separator),
    pandas: (args) => {
      const others = args.slice(1, -1).map(({ text }) => text);
      const list = `[${others.join(', ')}]`;
      return member(head(args), `str.cat(${list}, sep=${separatorCode(args)}, na_rep="")`);
    },
    pythonPolars: (args) => {
      const texts = args.slice(0, -1).map((text) => member(text, 'fill_null("")'));
      return callCode('pl.concat_str', ...texts, `separator=${separatorCode(args)}`);
    },
  };
}

function separatorCode(args: readonly PythonCode[]): string {
  return args.at(-1)?.text ?? '""';
}
