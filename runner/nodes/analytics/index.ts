import type { AnyNode } from '../definition.ts';
import { roundNumbers } from './round-numbers.ts';

/** The node types of the category `analytics`. */
export const analyticsNodes: readonly AnyNode[] = [roundNumbers];
