import { OUTPUT_SUFFIX } from '../domain/file-format.ts';
import type { ObjectTarget } from './operators/storage.ts';

/** The path of a target without one: the id of the node, with the suffix of the format. */
export function withPath(target: ObjectTarget, nodeId: string): ObjectTarget {
  if (target.path !== '') return target;
  return { ...target, path: `${encodeURIComponent(nodeId)}${OUTPUT_SUFFIX[target.format]}` };
}
