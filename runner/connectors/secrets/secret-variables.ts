/** Reads an environment variable that a secret reference names; null: not set, or not allowed. */
export type ReadVariable = (name: string) => Promise<string | null>;

let read: ReadVariable = (name) => Promise.resolve(process.env[name] ?? null);

/**
 * Has the variables of secrets read elsewhere than in the environment of this process. A warm runner asks its
 * parent for each one when a connection is used, so that its own environment holds no secret of a connection.
 */
export function readVariablesBy(source: ReadVariable): void {
  read = source;
}

/** Reads a variable as this process was set up to. */
export const readVariable: ReadVariable = (name) => read(name);
