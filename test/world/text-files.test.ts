import { table } from '../parity/parity-case.ts';
import { parityPython } from '../parity/parity-python.ts';
import { checkWorldTable, type WorldFile } from './world-table.ts';

const FILES: readonly WorldFile[] = [
  {
    oddity: 'a byte order mark and no line feed at the end',
    name: 'mark.txt',
    format: 'text',
    bytes: '\ufefffirst\n\nlast',
    right: table('text string', [['first'], [''], ['last']]),
  },
  {
    oddity: 'Japanese in ISO-2022-JP, all of whose bytes are ASCII',
    name: 'jis.txt',
    format: 'text',
    bytes: 'first\n\u001b$@;3ED\u001b(B\n',
    refusal: /jis\.txt is in ISO-2022-JP: line 2 has its escape sequence\. Save it as UTF-8\.$/,
  },
  {
    oddity: 'rows of a table',
    name: 'table.txt',
    format: 'text',
    bytes: 'id|name\n1|a\n2|b\n',
    right: table('text string', [['id|name'], ['1|a'], ['2|b']]),
    warnings: {
      guessed_delimiter:
        'The file was read as lines of text, but each of its lines has "|" once: if it separates the cells, give the file a name that ends in .csv, or read it in the format csv.',
    },
  },
  {
    oddity: 'two sentences',
    name: 'prose.txt',
    format: 'text',
    bytes: 'Well, yes.\nNo, never.\n',
    right: table('text string', [['Well, yes.'], ['No, never.']]),
  },
];

checkWorldTable('text files of the world', FILES, {
  fixtures: 'text',
  python: await parityPython(),
});
