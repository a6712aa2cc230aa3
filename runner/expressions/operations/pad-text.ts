import { padText as polarsPad } from '../../engines/polars/pinned/functions.ts';
import { mapTexts } from '../../engines/pandas/kernels/cells/texts.ts';
import type { Operation } from '../operation.ts';
import { member } from '../python-code.ts';
import { head, three } from './arity.ts';

/**
 * Fills a text up to a number of characters (code points). The call also has the width and the fill as
 * literals, which keep parameter names.
 * @param fill one character @param side where the fill goes
 */
export function padText(width: number, fill: string, side: 'left' | 'right'): Operation {
  const isLeft = side === 'left';
  return {
    name: 'pad',
    type: 'string',
    keepsEmpty: true,
    polars: (build, ...args) =>
      build.call(polarsPad(isLeft ? 'PadStart' : 'PadEnd', fill), head(args), build.integer(width)),
    column: (args, rows) =>
      mapTexts(args, rows, (text) => {
        const padding = fill.repeat(Math.max(0, width - Array.from(text).length));
        return isLeft ? padding + text : text + padding;
      }),
    pandas: (args) => {
      const [text, widthCode, fillCode] = three(args);
      const options = `${widthCode.text}, side="${side}", fillchar=${fillCode.text}`;
      return member(text, `str.pad(${options})`);
    },
    pythonPolars: (args) => {
      const [text, widthCode, fillCode] = three(args);
      const method = isLeft ? 'pad_start' : 'pad_end';
      return member(text, `str.${method}(${widthCode.text}, ${fillCode.text})`);
    },
  };
}
