import type { LogEntry } from './run-result.ts';

/** What the script of a node printed next. */
export interface PrintedText {
  readonly nodeId: string;
  readonly text: string;
}

/** Appends a text to those of its node. @param texts by node id */
export function appendPrinted(texts: Map<string, string>, { nodeId, text }: PrintedText): void {
  texts.set(nodeId, (texts.get(nodeId) ?? '') + text);
}

/** The log entries of what scripts printed: one for each node. @param texts by node id */
export function printedLogs(texts: Iterable<readonly [string, string]>): LogEntry[] {
  return Array.from(texts).flatMap(([nodeId, text]): LogEntry[] => {
    const message = text.trimEnd();
    return message === '' ? [] : [{ level: 'info', message, node_id: nodeId }];
  });
}
