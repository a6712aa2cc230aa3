import type { Operation } from './operation.ts';
import type { PythonCode } from './python-code.ts';

/** Whether Python needs the argument as a column, though it may be a constant. */
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
