import type { PythonContext } from '../python/python-context.ts';
import type { Root } from './open-columns.ts';
import { useHelpers } from './record-input.ts';
import type { PythonHelper } from './record-readers.ts';

/**
 * Emits a check of the names after a rename of columns that only the script finds: pandas allows two columns of
 * one name, polars and a run do not.
 */
export function emitDistinctNames(python: PythonContext, root: Root): void {
  if (root.op !== 'project' || root.style.as !== 'rename') return;
  useHelpers(python, [CHECK_NAMES]);
  python.line(`check_names(${python.target})`);
}

const CHECK_NAMES: PythonHelper = {
  name: 'check_names',
  imports: [],
  source: `
def check_names(frame):
    """Two columns of one name are an error."""
    twice = frame.columns[frame.columns.duplicated()].tolist()
    if twice:
        raise ValueError(f"There would be two columns of one name: {twice}")
`,
};
