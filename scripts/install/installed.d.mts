export type Kind = 'runtime' | 'develop' | 'extra';
export function digestOf(root: string): string;
export function writeStamp(modules: string, kind: Kind, digest: string): void;
export function isInstalled(root: string, kind: Kind, host: { needsNode: boolean }): boolean;
