/** Whether the nearest float has other digits among those that the decimal has. */
export function isRounded(decimal: string): boolean {
  const digits = digitsOf(decimal);
  return digits !== '' && digitsOf(Number(decimal).toPrecision(digits.length)) !== digits;
}

/** What a warning says of a column of decimals. @param example one that a float rounds @param cure what keeps its digits */
export function roundedMessage(name: string, example: string, cure: string): string {
  return `Column "${name}" has decimals that a float rounds: ${example} is read as ${Number(example)}, so different ones can be equal. ${cure}`;
}

/** The significant digits of a number, without zeros at both ends. */
function digitsOf(number: string): string {
  const [mantissa = ''] = number.split('e');
  const digits = Array.from(mantissa).filter((character) => /\d/.test(character));
  const isOther = (digit: string): boolean => digit !== '0';
  const [first, last] = [digits.findIndex(isOther), digits.findLastIndex(isOther)];
  return first === -1 ? '' : digits.slice(first, last + 1).join('');
}
