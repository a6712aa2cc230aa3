import { UserError } from '../../domain/errors.ts';

/** Encodings whose bytes are all ASCII, so that UTF-8 reads them as other text, by what only they have. */
const SEVEN_BITS: readonly (readonly [encoding: string, pattern: RegExp])[] = [
  ['ISO-2022-JP', /\u001b\$[@B]/],
  ['HZ', /~\{(?:[\x21-\x77][\x21-\x7e])+~\}/],
];

/**
 * Refuses text in an encoding that no reader here knows and that looks like ASCII.
 * @param head the first bytes of the file
 * @param canName whether an upload can say that the file is UTF-8
 * @throws UserError with the line
 */
export function rejectSevenBits(
  { fileName, canName }: { readonly fileName: string; readonly canName: boolean },
  head: Buffer,
): void {
  const text = head.toString('latin1');
  for (const [encoding, pattern] of SEVEN_BITS) {
    const found = pattern.exec(text);
    if (found === null || /[^\x00-\x7f]/.test(text)) continue;
    const line = text.slice(0, found.index).split('\n').length;
    const other = canName ? ', or read the file with encoding=utf-8 if it is that already' : '';
    throw new UserError(
      `${fileName} is in ${encoding}: line ${line} has its escape sequence. Save it as UTF-8${other}.`,
    );
  }
}
