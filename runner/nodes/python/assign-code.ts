import type { PythonContext } from '../../python/python-context.ts';

export interface PythonAssignment {
  /** Where the config names the column; null when it does not. */
  readonly path: readonly (string | number)[] | null;
  readonly name: string;
  /** The Python expression of the new values. */
  readonly code: string;
}

/** Writes `target = frame.assign(…)` of pandas: the input frame stays as it is. */
export function assignLine(python: PythonContext, assignments: readonly PythonAssignment[]): void {
  python.line(`${python.target} = ${python.frame()}.assign(`);
  python.line('    **{');
  for (const { path, name, code } of assignments) {
    const key = path === null ? python.literal(name) : python.value(path);
    python.line(`        ${key}: ${code},`);
  }
  python.line('    }');
  python.line(')');
}
