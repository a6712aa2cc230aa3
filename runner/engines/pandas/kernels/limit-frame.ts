import type { Column, Frame } from '../frame.ts';

/** At most `count` rows from `offset`. The result shares memory with the input. */
export function limitFrame(frame: Frame, offset: number, count: number): Frame {
  const start = Math.min(offset, frame.length);
  const end = Math.min(start + count, frame.length);
  const columns = frame.columns.map((column) => sliceColumn(column, start, end));
  return { length: end - start, names: frame.names, columns };
}

function sliceColumn(column: Column, start: number, end: number): Column {
  if (column.type === 'string') return { ...column, codes: column.codes.subarray(start, end) };
  const validity = column.validity?.subarray(start, end) ?? null;
  switch (column.type) {
    case 'boolean':
      return { ...column, values: column.values.subarray(start, end), validity };
    case 'float':
      return { ...column, values: column.values.subarray(start, end), validity };
    case 'integer':
    case 'datetime':
      return { ...column, values: column.values.subarray(start, end), validity };
  }
}
