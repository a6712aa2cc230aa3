import { nodes } from '../../../runner/nodes/index.ts';
import { NODE_CONFIGS } from './configs.ts';

it('measures every node that transforms rows, or says why not', () => {
  const transforms = nodes.filter(({ kind }) => kind === 'transform').map(({ id }) => id);
  expect(Object.keys(NODE_CONFIGS).toSorted()).toEqual(transforms.toSorted());
});
