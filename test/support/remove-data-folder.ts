import { rm } from 'node:fs/promises';

/**
 * Removes the data folder of a service that was killed. Its runners end by themselves when they notice,
 * and write their compiled code into it until then.
 */
export async function removeDataFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 25 });
}
