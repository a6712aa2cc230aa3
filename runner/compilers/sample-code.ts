import type { Sample } from '../plan/relation.ts';
import { MIX } from '../plan/row-sample.ts';
import { call, keyword } from '../python/code.ts';
import type { PythonContext } from '../python/python-context.ts';
import { parameterCode } from './idioms.ts';

const [FIRST, SECOND, LAST] = MIX.shifts;
const [ONE, OTHER] = MIX.multipliers.map((value) => `0x${value.toString(16).toUpperCase()}`);

/** Works on numpy arrays and on polars series. */
const MIX_HELPER = `
def mix(keys):
    """Return a hash of 32-bit integers that maps no two of them to one."""
    keys = (keys ^ keys // 2**${FIRST}) * ${ONE} % 2**32
    keys = (keys ^ keys // 2**${SECOND}) * ${OTHER} % 2**32
    return keys ^ keys // 2**${LAST}
`;

/** The code of each library: the integers below `rows`, and the positions of the n smallest keys. */
export interface SampleLibrary {
  readonly range: string;
  readonly smallest: string;
}

/**
 * Returns the code of the positions of a sample. Both outputs of a split read the same ones.
 * @param rows the code of the number of rows
 * @param comment why the rows are counted here, for the line before
 */
export function samplePositions(
  python: PythonContext,
  { size, seed, at, input }: Sample,
  { library, rows, comment }: CountedRows,
): string {
  python.helper('mix', MIX_HELPER);
  python.helper('sample_positions', positionsHelper(library));
  const isCount = 'rows' in size;
  const value = parameterCode(python, at.size) ?? python.literal(isCount ? size.rows : size.share);
  const code = call('sample_positions', [
    rows,
    parameterCode(python, at.seed) ?? python.literal(seed),
    keyword(isCount ? 'n' : 'frac', value),
  ]);
  if (input.op === 'input') return python.shared('positions', code, comment);
  if (comment !== undefined) python.line(comment);
  return code;
}

interface CountedRows {
  readonly library: SampleLibrary;
  readonly rows: string;
  readonly comment?: string;
}

function positionsHelper({ range, smallest }: SampleLibrary): string {
  return `
def sample_positions(rows, seed, n=None, frac=None):
    """Return the positions of a sample: the same ones as in the service for the same seed."""
    if frac is not None:
        n = int(frac * rows + 0.5)
    if n > rows:
        raise ValueError(f"A sample of {n} rows is impossible: there are only {rows}.")
    keys = mix(mix(${range}) ^ seed % 2**32)
    return ${smallest}
`;
}
