export function prune(modules: string): void;
