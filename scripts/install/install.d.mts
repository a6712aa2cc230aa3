import type { Kind } from './installed.d.mts';

export function install(
  root: string,
  kind: Kind,
  tools: { readonly npm: string; readonly needsNode: boolean },
): Promise<void>;
