export function ensureBundle(
  root: string,
  tools: { readonly npm: string | undefined; readonly needsNode: boolean },
): Promise<void>;
