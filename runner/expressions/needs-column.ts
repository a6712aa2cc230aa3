import type { Operation } from './operation.ts';
import type { PythonCode } from './python-code.ts';

/** Reports whether the exported Python must expand this constant argument into a column. */
export function needsColumn(
  operation: Operation,
  codes: readonly PythonCode[],
  index: number,
): boolean {
  const code = codes[index];
  if (code?.scalar !== true) return false;
  switch (operation.series ?? 'first') {
    case 'all':
      return true;
    case 'first':
      return index === 0;
    case 'any':
      return index === 0 && codes.every((other) => other.scalar);
    case 'none':
      return false;
  }
}
