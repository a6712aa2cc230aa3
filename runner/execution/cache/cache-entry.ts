import { createHash } from 'node:crypto';
import { z } from 'zod';
import { exactJson } from '../../domain/exact-json.ts';
import type { NodeSummary } from './node-summary.ts';

/** The Parquet file of an output of a node. */
export interface CachedOutput {
  readonly handle: string;
  /** Its object key. */
  readonly dataKey: string;
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 of the content, hexadecimal. */
  readonly digest: string;
}

/** What is stored of a node. */
export interface CacheEntry {
  readonly summary: NodeSummary;
  /** Of the main output and those that nodes read; empty for a node whose rows no node reads. */
  readonly outputs: readonly CachedOutput[];
  /**
   * The summaries of the ancestors by their keys. They make an entry complete: while it exists, its ancestors
   * need not be executed, whatever was removed meanwhile.
   */
  readonly ancestors: Readonly<Record<string, NodeSummary>>;
}

const output = z.object({
  handle: z.string(),
  dataKey: z.string(),
  rows: z.int(),
  bytes: z.int(),
  digest: z.string(),
});
/** The digest shows that the content is what this version wrote. */
const summary = z.custom<NodeSummary>((value) => typeof value === 'object' && value !== null);
const entry = z.object({
  summary,
  outputs: z.array(output),
  ancestors: z.record(z.string(), summary),
});
const document = z.object({ digest: z.string(), entry: z.string() });

/** The text of an entry, with its digest. */
export function entryText(value: CacheEntry): string {
  const text = exactJson.stringify(value);
  return JSON.stringify({ digest: digestOf(text), entry: text });
}

/** Parses the text of an entry. @throws Error when it is not what `entryText` returned */
export function readEntry(text: string): CacheEntry {
  const parsed = document.parse(JSON.parse(text));
  if (digestOf(parsed.entry) !== parsed.digest) throw new Error('the digest differs');
  return entry.parse(exactJson.parse(parsed.entry));
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
