import type { ColumnSchema } from '../../domain/column.ts';
import type { Operation } from '../../expressions/operation.ts';
import { atom } from '../../expressions/python-code.ts';
import { polarsColumn } from '../../python/polars-columns.ts';
import type { PythonContext } from '../../python/python-context.ts';

/** The operation that converts a column to its type in the result; null when the types are equal. */
export type Widen = (column: ColumnSchema) => Operation | null;

/** Emits pandas code that concatenates all inputs. */
export function emitPandasConcat(python: PythonContext, widen: Widen): void {
  const parts = widenedFrames(python, widen, (frame, changes) => {
    const columns = changes.map(({ name, operation }) => {
      const code = operation.pandas([atom(`${frame}[${python.literal(name)}]`)], python);
      return `${python.literal(name)}: ${code.text}`;
    });
    return `${frame}.assign(**{${columns.join(', ')}})`;
  });
  emitCall(python, 'pd.concat', parts, 'ignore_index=True');
}

/** Emits polars code, eager or lazy, that concatenates all inputs. */
export function emitPolarsConcat(python: PythonContext, widen: Widen): void {
  const parts = widenedFrames(python, widen, (frame, changes) => {
    const columns = changes.map(({ name, operation }) => {
      const column = polarsColumn(python, name, python.literal(name));
      return operation.pythonPolars([atom(column)], python).text;
    });
    return `${frame}.with_columns(${columns.join(', ')})`;
  });
  emitCall(python, 'pl.concat', parts, 'how="diagonal"');
}

interface Change {
  readonly name: string;
  readonly operation: Operation;
}

/** The code of all input frames. @param write writes a frame with converted columns */
function widenedFrames(
  python: PythonContext,
  widen: Widen,
  write: (frame: string, changes: readonly Change[]) => string,
): readonly string[] {
  const schemas = python.manyColumns('in');
  return python.frames('in').map((frame, index) => {
    const changes = (schemas[index] ?? []).flatMap((column) => {
      const operation = widen(column);
      return operation === null ? [] : [{ name: column.name, operation }];
    });
    return changes.length === 0 ? frame : write(frame, changes);
  });
}

function emitCall(
  python: PythonContext,
  name: string,
  parts: readonly string[],
  option: string,
): void {
  const flat = `${python.target} = ${name}([${parts.join(', ')}], ${option})`;
  if (flat.length <= 88) {
    python.line(flat);
    return;
  }
  python.line(`${python.target} = ${name}(`);
  python.line('    [');
  for (const part of parts) python.line(`        ${part},`);
  python.line('    ],');
  python.line(`    ${option},`);
  python.line(')');
}
