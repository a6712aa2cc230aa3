export function workspacePrefix(pid: number | undefined): string;
