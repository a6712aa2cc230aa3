import type { PythonContext } from '../python/python-context.ts';
import type { Root } from './open-columns.ts';
import { useHelpers } from './record-input.ts';
import type { PythonHelper } from './record-readers.ts';

/**
 * Emits the checks of a run that the libraries lack, after an operator on columns that only the script finds:
 * pandas allows two columns of one name, and both libraries a table without columns.
 */
export function emitColumnChecks(
  python: PythonContext,
  root: Root,
  { pandas }: { readonly pandas: boolean },
): void {
  if (root.op !== 'project') return;
  const { as } = root.style;
  if (as === 'rename' && pandas) emitCheck(python, CHECK_NAMES);
  if (as === 'drop') emitCheck(python, pandas ? CHECK_COLUMNS_PANDAS : CHECK_COLUMNS_POLARS);
}

function emitCheck(python: PythonContext, check: PythonHelper): void {
  useHelpers(python, [check]);
  python.line(`${check.name}(${python.target})`);
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

const CHECK_COLUMNS_PANDAS = checkColumns('frame.columns.empty');
const CHECK_COLUMNS_POLARS = checkColumns('not frame.collect_schema()');

function checkColumns(isEmpty: string): PythonHelper {
  return {
    name: 'check_columns',
    imports: [],
    source: `
def check_columns(frame):
    """A table without columns is an error."""
    if ${isEmpty}:
        raise ValueError("All columns would be dropped. Keep at least one.")
`,
  };
}
