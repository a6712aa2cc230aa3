import type { FlowRecord } from '../../domain/flows/store.ts';
import { DOCUMENT_FORMAT, type FlowDocument } from './schemas.ts';

/** A flow as a document that can be imported elsewhere. */
export function toFlowDocument({ name, description, graph }: FlowRecord): FlowDocument {
  return { format: DOCUMENT_FORMAT, name, description, graph_json: graph };
}
