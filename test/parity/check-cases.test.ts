import { dropColumns } from '../../runner/nodes/columns/drop-columns.ts';
import { problemsOf } from './check-cases.ts';
import { exampleCase, type ParityCase } from './parity-case.ts';
import { parityPython } from './parity-python.ts';

const python = await parityPython();

describe('a case with a fork', () => {
  const example = dropColumns.examples.find(({ expected }) => 'rows' in expected);
  if (example === undefined) throw new Error('The node has no example that succeeds');
  const correct = exampleCase(dropColumns, example);

  it('has no problem when the pandas script of the fork also writes the inputs as they were', async () => {
    expect(await problemsOf(correct, python)).toEqual([]);
  }, 60_000);

  it('is reported when the script of the fork writes another table', async () => {
    if (python === null || correct.forked === undefined) return;
    const { graph, expected } = correct.forked;
    const copy = expected['in0-copy'];
    if (copy === undefined) throw new Error('The fork has no copy of its input');
    const changed = { ...copy, rows: copy.rows.slice(1) };
    const forked = { graph, expected: { ...expected, 'in0-copy': changed } };
    const wrong: ParityCase = { ...correct, forked };
    expect(await problemsOf(wrong, python)).toEqual([
      expect.stringMatching(
        /^script "code" of the forked flow, output in0-copy: \d+ rows instead of/,
      ),
    ]);
  }, 60_000);
});
