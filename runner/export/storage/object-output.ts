import type { Connection } from '../../domain/connection.ts';
import { call, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import type { OutputFile } from '../output-names.ts';
import { pandasOutput } from '../pandas-output.ts';
import { polarsOutput } from '../polars-output.ts';
import { ADDRESS } from '../connection-addresses.ts';
import { useHelpers } from '../record-input.ts';
import { objectPath } from './object-input.ts';
import { WRITE_FILE } from './storage-helpers.ts';

/** A file of a storage that an output node writes in a script. Its name is the path. */
export interface ObjectWrite extends OutputFile {
  readonly connection: Connection;
  /** Whether a file of this path is replaced; otherwise the script fails. */
  readonly replaces: boolean;
}

/** Emits Python that writes a frame to a file of a storage. @param folder the code of the path of the folder */
export function emitObjectOutput(
  python: PythonContext,
  write: ObjectWrite,
  { folder, pandas }: { readonly folder: string; readonly pandas: boolean },
): void {
  useHelpers(python, [ADDRESS, WRITE_FILE]);
  python.binds('path');
  const written = (pandas ? pandasOutput : polarsOutput)(python, write, 'path');
  python.line(
    call('write_file', [
      folder,
      objectPath(python, write.name),
      `lambda path: ${written}`,
      ...(write.replaces ? [] : [keyword('replace', 'False')]),
    ]),
  );
}
