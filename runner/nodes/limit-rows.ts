import { z } from 'zod';
import { limitFrame } from '../engines/pandas/kernels/limit-frame.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode } from './definition.ts';

const count = z.int('must be a whole number').min(0, 'must be 0 or more');

export const limitRows = defineNode({
  kind: 'transform',
  id: 'limitRows',
  label: 'Limit Rows',
  category: 'clean',
  description: 'Skips the first rows and keeps at most a given number of the following ones.',
  inputs: [DATAFRAME_IN],
  outputs: [DATAFRAME_OUT],
  defaultConfig: { n: 100, offset: 0 },
  config: z.object({ n: count, offset: count }),
  fields: [
    {
      key: 'n',
      label: 'Rows',
      type: 'integer',
      required: false,
      default: 100,
      min: 0,
      help: 'The maximum number of rows to keep.',
    },
    {
      key: 'offset',
      label: 'Offset',
      type: 'integer',
      required: false,
      default: 0,
      min: 0,
      help: 'The number of rows to skip.',
    },
  ],
  rows: 'subset',
  columns: (inputs) => inputs.one(),
  polars: (inputs, { n, offset }) => inputs.one().lazy.slice(offset, n),
  pandas: (inputs, { n, offset }) => limitFrame(inputs.one(), offset, n),
  python: {
    pandas({ offset }, python) {
      const n = python.value(['n']);
      const start = python.value(['offset']);
      const rows = offset === 0 && start === '0' ? `:${n}` : `${start} : ${start} + ${n}`;
      python.line(`${python.target} = ${python.frame()}.iloc[${rows}].reset_index(drop=True)`);
    },
    polars(_config, python) {
      const range = `${python.value(['offset'])}, ${python.value(['n'])}`;
      python.line(`${python.target} = ${python.frame()}.slice(${range})`);
    },
  },
  examples: [
    {
      title: 'Two rows after the first',
      config: { n: 2, offset: 1 },
      inputs: {
        in: { columns: [{ name: 'id', type: 'integer' }], rows: [[1], [null], [3], [4]] },
      },
      expected: { columns: [{ name: 'id', type: 'integer' }], rows: [[null], [3]] },
    },
    {
      title: 'A limit beyond the number of rows',
      config: { n: 10 },
      inputs: { in: { columns: [{ name: 'id', type: 'integer' }], rows: [[1], [2]] } },
      expected: { columns: [{ name: 'id', type: 'integer' }], rows: [[1], [2]] },
    },
    {
      title: 'An offset past the end yields no rows',
      config: { n: 1, offset: 5 },
      inputs: { in: { columns: [{ name: 'id', type: 'integer' }], rows: [[1]] } },
      expected: { columns: [{ name: 'id', type: 'integer' }], rows: [] },
    },
    {
      title: 'A negative number is an error',
      config: { n: -1 },
      inputs: { in: { columns: [{ name: 'id', type: 'integer' }], rows: [[1]] } },
      expected: { error: /"n".*0 or more/ },
    },
  ],
});
