export function runtimePart(manifest: object, lock: object, tools?: readonly string[]): unknown;
export function toolsPart(manifest: object, lock: object, tools: readonly string[]): unknown;
