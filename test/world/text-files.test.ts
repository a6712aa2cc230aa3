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
];

checkWorldTable('text files of the world', FILES, {
  fixtures: 'text',
  python: await parityPython(),
});
