import type { KeyPair } from '../../../domain/join.ts';

/**
 * Whether polars can match null keys with each other. If four or more key columns have nulls and each row
 * of a chunk has a null key, polars treats all keys of the chunk as valid. Version 2.1 of the Python
 * package no longer does (https://github.com/pola-rs/polars/pull/28909).
 */
export function canMatchNullKeys(pairs: readonly KeyPair[]): boolean {
  return pairs.length >= 4;
}
