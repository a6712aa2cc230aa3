import type { AnyNode } from '../definition.ts';
import { fileInput } from './file-input.ts';

/** The node types of the category `input`. */
export const inputNodes: readonly AnyNode[] = [fileInput];
