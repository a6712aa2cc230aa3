import type { Sample } from '../../plan/relation.ts';
import { call, chain, keyword, subscript } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { samplePositions } from '../sample-code.ts';
import { RESET_INDEX } from './rows.ts';

const NUMPY = {
  range: 'np.arange(rows, dtype="uint64")',
  smallest: 'np.sort(np.argsort(keys)[:n])',
};

/** Returns pandas code that keeps the rows of a sample, or all others. */
export function sampleCode(python: PythonContext, relation: Sample, frame: string): string {
  python.import('import numpy as np');
  const positions = samplePositions(python, relation, {
    library: NUMPY,
    rows: call('len', [frame]),
  });
  const kept =
    relation.part === 'sample'
      ? subscript(`${frame}.iloc`, positions)
      : chain(frame, [call('drop', [keyword('index', positions)])]);
  return chain(kept, [RESET_INDEX]);
}
