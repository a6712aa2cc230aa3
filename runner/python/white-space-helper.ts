import { WHITE_SPACE } from '../domain/white-space.ts';

/** The name of the constant in scripts. */
export const WHITE_SPACE_NAME = 'WHITE_SPACE';

/** The number of characters in a line. */
const PER_LINE = 13;

/** The statement that defines white space: without an argument, Python also strips U+001C to U+001F. */
export const WHITE_SPACE_HELPER = `${WHITE_SPACE_NAME} = (
    "${escaped(WHITE_SPACE.slice(0, PER_LINE))}"
    "${escaped(WHITE_SPACE.slice(PER_LINE))}"
)`;

function escaped(characters: string): string {
  return Array.from(characters, (character) =>
    character === ' ' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ).join('');
}
