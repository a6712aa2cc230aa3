import type { AnyNode } from '../nodes/definition.ts';

/** Finds the definition of a node type. */
export type NodeLookup = (type: string) => AnyNode | undefined;
