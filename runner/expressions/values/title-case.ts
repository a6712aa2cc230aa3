/** The title case of each letter for which it is not the upper case. */
export const TITLE_CASES: ReadonlyMap<string, string> = new Map([
  ...pairs('ǆǉǌǳ', 'ǅǈǋǲ'),
  ...pairs('ᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗ', 'ᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟ'),
  ...pairs('ᾠᾡᾢᾣᾤᾥᾦᾧᾳῃῳ', 'ᾨᾩᾪᾫᾬᾭᾮᾯᾼῌῼ'),
  ...letters('ᾲᾴῂῄῲῴ').map((letter) => [letter, `${capitalOf(letter)}\u0345`] as const),
  ...pairs('ᾷῇῷ', 'ᾼῌῼ').map(([letter, title]) => [letter, `${title}\u0342`] as const),
  ...letters('ßևﬀﬁﬂﬃﬄﬅﬆﬓﬔﬕﬖﬗ').map((letter) => [letter, firstCapital(letter)] as const),
  // Georgian has no title case.
  ...letters('აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿ').map(
    (letter) => [letter, letter] as const,
  ),
]);

const LETTER_OF_WORD_START = /(?<![\p{Alphabetic}\p{M}])\p{Alphabetic}/gu;

/** Starts each word with a title-case letter and writes all others in lower case; a letter starts a word unless a letter or a combining mark is before it. */
export function titleCase(text: string): string {
  return text.toLowerCase().replace(LETTER_OF_WORD_START, titleOf);
}

/** Starts the text with a title-case letter and writes all others in lower case. */
export function capitalize(text: string): string {
  return text.toLowerCase().replace(/^\p{Alphabetic}/u, titleOf);
}

function titleOf(letter: string): string {
  return TITLE_CASES.get(letter) ?? letter.toUpperCase();
}

function letters(text: string): readonly string[] {
  return Array.from(text);
}

function pairs(from: string, to: string): (readonly [string, string])[] {
  const titles = letters(to);
  return letters(from).map((letter, index) => [letter, titles[index] ?? letter]);
}

/** The first character of the upper case. */
function capitalOf(letter: string): string {
  return letters(letter.toUpperCase())[0] ?? letter;
}

/** The upper case of a letter that stands for several: FI becomes Fi. */
function firstCapital(letter: string): string {
  const [first = '', ...rest] = letters(letter.toUpperCase());
  return first + rest.join('').toLowerCase();
}
