import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';

/** The graph of a run from its column, which only holds graphs that were checked before they were stored. */
export function storedGraph(text: string): GraphDocument {
  return exactJson.parse(text) as GraphDocument;
}
