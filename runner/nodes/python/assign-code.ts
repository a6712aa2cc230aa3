import type { PythonContext } from '../../python/python-context.ts';

/** A column that is assigned. */
export interface PythonAssignment {
  /** The config path of the column name; null when the config does not name it. */
  readonly path: readonly (string | number)[] | null;
  readonly name: string;
  /** The Python expression of the values. */
  readonly code: string;
}

/** Emits `target = frame.assign(…)` of pandas, which does not modify the input frame. */
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
