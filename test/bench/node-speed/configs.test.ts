import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ENGINES } from '../../../runner/domain/engine.ts';
import { nodes } from '../../../runner/nodes/index.ts';
import { isMeasured, NODE_CONFIGS } from './configs.ts';

it('measures every node that transforms rows, or says why not', () => {
  const transforms = nodes.filter(({ kind }) => kind === 'transform').map(({ id }) => id);
  expect(Object.keys(NODE_CONFIGS).toSorted()).toEqual(transforms.toSorted());
});

it.each(ENGINES)('has a baseline by hand in %s for every node that is measured', (engine) => {
  const file = path.join(import.meta.dirname, '..', 'baselines', `node_speed_${engine}.py`);
  const names = readFileSync(file, 'utf8').matchAll(/^ {4}"(\w+)": /gm);
  const measured = Object.keys(NODE_CONFIGS).filter((id) => isMeasured(NODE_CONFIGS[id]));
  expect(Array.from(names, ([, name]) => name).toSorted()).toEqual(measured.toSorted());
});
