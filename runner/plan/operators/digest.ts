import type { ConfigPath, Operator, Relation } from '../relation.ts';

/** The hash functions of a digest. */
export const DIGEST_ALGORITHMS = ['sha256', 'sha512', 'md5'] as const;
export type DigestAlgorithm = (typeof DIGEST_ALGORITHMS)[number];

/**
 * Replaces the texts of a column by the digests of their UTF-8 bytes, in hexadecimal. Null stays null. Keeps
 * rows and order.
 */
export interface Digest extends Operator {
  readonly op: 'digest';
  readonly input: Relation;
  /** A text column. */
  readonly column: string;
  readonly algorithm: DigestAlgorithm;
  readonly at: { readonly column: ConfigPath; readonly algorithm: ConfigPath };
}
