import type { AnyNode } from '../../../runner/nodes/definition.ts';
import { nodes } from '../../../runner/nodes/index.ts';
import { NODE_VARIABLE } from '../../support/nightly.ts';

/** The transform nodes of the registry, or the selected one. @throws Error for any other id */
export function selectedNodes(environment: NodeJS.ProcessEnv = process.env): readonly AnyNode[] {
  const transforms = nodes.filter(({ kind }) => kind === 'transform');
  const id = environment[NODE_VARIABLE];
  if (id === undefined) return transforms;
  const selected = transforms.filter((node) => node.id === id);
  if (selected.length > 0) return selected;
  const known = transforms.map((node) => node.id).join(', ');
  throw new Error(`--node ${id} is no transform node; there are ${known}`);
}
