import type { AnyNode } from '../definition.ts';

/** The node types of the category `analytics`. */
export const analyticsNodes: readonly AnyNode[] = [];
