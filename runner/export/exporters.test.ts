import { EXPORTERS } from './exporters.ts';

describe('the exporters', () => {
  it('are listed by id, each a script or a notebook with the right extension', () => {
    const ids = EXPORTERS.map(({ id }) => id);
    expect(ids).toEqual([
      'eager-polars',
      'lazy-polars',
      'notebook',
      'notebook-eager-polars',
      'notebook-lazy-polars',
      'python',
    ]);
    for (const { id, format, file_extension } of EXPORTERS) {
      expect(format).toBe(id.startsWith('notebook') ? 'notebook' : 'python');
      expect(file_extension).toBe(format === 'notebook' ? '.ipynb' : '.py');
    }
  });
});
