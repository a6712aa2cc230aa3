import type { Sample } from '../../plan/relation.ts';
import { assign, call, chain, keyword, subscript } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { samplePositions } from '../sample-code.ts';

const NUMPY = {
  range: 'np.arange(rows, dtype="uint64")',
  smallest: 'np.sort(np.argsort(keys)[:n])',
};

/** Emits pandas code that keeps the rows of a sample, or all others. */
export function emitSample(python: PythonContext, relation: Sample, frame: string): void {
  python.import('import numpy as np');
  const positions = samplePositions(python, relation, NUMPY, call('len', [frame]));
  const kept =
    relation.part === 'sample'
      ? subscript(`${frame}.iloc`, positions)
      : chain(frame, [call('drop', [keyword('index', positions)])]);
  const reset = call('reset_index', [keyword('drop', 'True')]);
  python.line(assign(python.target, chain(kept, [reset])));
}
