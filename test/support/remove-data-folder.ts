import { rm } from 'node:fs/promises';

/**
 * Removes the data folder of a killed service. Its runners exit when they notice, and write compiled code
 * into it until then.
 */
export async function removeDataFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 25 });
}
