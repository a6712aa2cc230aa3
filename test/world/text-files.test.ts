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
];

checkWorldTable('text files of the world', FILES, {
  fixtures: 'text',
  python: await parityPython(),
});
