export function needsNode(
  root: string,
  running: { readonly version: string; readonly executable: string },
): boolean;
