export function keptFolder(digest: string, environment?: NodeJS.ProcessEnv): string | null;
export function takeKept(kept: string | null, modules: string): boolean;
export function keep(modules: string, kept: string | null): void;
