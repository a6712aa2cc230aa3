export function prune(modules: string): void;
export function pruneUnread(modules: string): void;
