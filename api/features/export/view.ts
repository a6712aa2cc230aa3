import type { ParseOptions } from '../../../runner/domain/parse-options.ts';
import type { FlowRecord } from '../../domain/flows/store.ts';
import { DOCUMENT_FORMAT, type FlowDocument } from './schemas.ts';

/** A flow as a document that can be imported elsewhere, with the parse options by input node. */
export function toFlowDocument(
  { name, description, graph }: FlowRecord,
  parseOptions: Readonly<Record<string, ParseOptions>>,
): FlowDocument {
  const document = { format: DOCUMENT_FORMAT, name, description, graph_json: graph } as const;
  if (Object.keys(parseOptions).length === 0) return document;
  return { ...document, parse_options: parseOptions as FlowDocument['parse_options'] };
}
