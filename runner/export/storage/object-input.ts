import { assign, call, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { pythonText } from '../../python/python-literal.ts';
import { pandasInput } from '../pandas-input.ts';
import { polarsInput } from '../polars-input.ts';
import { ADDRESS } from '../connection-addresses.ts';
import { useHelpers } from '../record-input.ts';
import type { ObjectRead } from './plan-storage.ts';
import { MATCHING_FILES } from './storage-helpers.ts';

/** Emits Python that reads files of a storage into a frame. @param folder the code of the path of the folder */
export function emitObjectInput(
  python: PythonContext,
  { file, isPattern }: ObjectRead,
  {
    folder,
    pandas,
    wraps,
  }: { readonly folder: string; readonly pandas: boolean; readonly wraps: boolean },
): void {
  python.import('import os');
  useHelpers(python, [ADDRESS]);
  const path = objectPath(python, file.datasetName);
  const readCall = (place: string): string =>
    pandas ? pandasInput(python, file, place) : polarsInput(python, file, { path: place, wraps });
  if (!isPattern) {
    python.line(assign(python.target, readCall(call('os.path.join', [folder, path]))));
    return;
  }
  useHelpers(python, [MATCHING_FILES]);
  python.binds('path');
  const frames = `[${readCall('path')} for path in ${call('matching_files', [folder, path])}]`;
  const concatenated = pandas
    ? call('pd.concat', [frames, keyword('ignore_index', 'True')])
    : call('pl.concat', [frames]);
  python.line(assign(python.target, concatenated));
}

/** The code of the path of a config, with the parameters that it names. */
export function objectPath(python: PythonContext, path: string): string {
  return python.parameterAt(['path']) ?? pythonText(path);
}
