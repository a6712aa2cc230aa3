/** The letters by which other tools write the parts of a date, and the directives of strftime. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  YYYY: '%Y',
  JJJJ: '%Y',
  YY: '%y',
  MMMM: '%B',
  MMM: '%b',
  MM: '%m',
  M: '%m',
  DD: '%d',
  TT: '%d',
  D: '%d',
  HH: '%H',
  SS: '%S',
};

const LETTERS = /[Yy]{4}|[Yy]{2}|JJJJ|M{1,4}|mm|D{1,2}|dd|TT|HH|hh|SS|ss/g;

/** Writes a format such as `DD.MM.YYYY` or `yyyy-mm-dd HH:mm` with directives; null for one that has some. */
export function directiveForm(format: string): string | null {
  if (format.includes('%')) return null;
  let hasHour = false;
  return format.replaceAll(LETTERS, (letters) => {
    const name = letters.toUpperCase();
    if (name === 'HH') hasHour = true;
    // Minutes follow hours.
    return name === 'MM' && hasHour ? '%M' : (DIRECTIVES[name] ?? letters);
  });
}
