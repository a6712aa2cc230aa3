import type { BigIntStats } from 'node:fs';

/** A text that differs when a file was written again. */
export function versionOfFile({ mtimeNs, size }: Pick<BigIntStats, 'mtimeNs' | 'size'>): string {
  return `${mtimeNs}-${size}`;
}
