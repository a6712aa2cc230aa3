import type { AnyNode } from '../definition.ts';
import { fileOutput } from './file-output.ts';

/** The node types of the category `output`. */
export const outputNodes: readonly AnyNode[] = [fileOutput];
