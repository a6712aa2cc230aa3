export function bundlesFolder(root: string): string;
export function bundleFolder(root: string): string;
export function freshBundle(root: string): string | null;
export function sourceFiles(root: string): string[];
