import os from 'node:os';
import type { DuckDBInstance } from '@duckdb/node-api';
import { quotedText } from './quoted-text.ts';
import { duckdbLibrary } from './duckdb-library.ts';

/** How a file is used. */
export type DuckdbAccess = 'read' | 'write';

const MEBIBYTE = 1 << 20;
/** What exceeds it is in temporary files. */
const MAX_MEMORY_BYTES = 512 * MEBIBYTE;

/**
 * Opens a file so that statements reach nothing but it and one folder, and load nothing.
 * @param folder for temporary files
 */
export async function openInstance(
  file: string,
  { access, folder }: { readonly access: DuckdbAccess; readonly folder: string },
): Promise<DuckDBInstance> {
  const instance = await duckdbLibrary().DuckDBInstance.create(file, {
    access_mode: access === 'read' ? 'READ_ONLY' : 'READ_WRITE',
    // With more threads, the same sum of floats differs from run to run.
    threads: '1',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  try {
    const connection = await instance.connect();
    for (const setting of settings(folder)) await connection.run(`SET ${setting}`);
    connection.closeSync();
  } catch (error) {
    instance.closeSync();
    throw error;
  }
  return instance;
}

/** The last two forbid to change the others. */
function settings(folder: string): readonly string[] {
  return [
    `memory_limit = '${Math.floor(memoryLimit() / MEBIBYTE)}MiB'`,
    `temp_directory = ${quotedText(folder)}`,
    `allowed_directories = [${quotedText(folder)}]`,
    'enable_external_access = false',
    'lock_configuration = true',
  ];
}

/** A quarter of what the process may use, in bytes. */
function memoryLimit(): number {
  const constrained = process.constrainedMemory();
  const available = constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
  return Math.min(MAX_MEMORY_BYTES, available / 4);
}
