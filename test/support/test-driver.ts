import type { ConnectionTarget } from '../../runner/connectors/connection-target.ts';
import type { StorageDriver } from '../../runner/connectors/storage/storage-driver.ts';

/** Tests a connection by its driver alone, and closes it. */
export async function testDriver(driver: StorageDriver, target: ConnectionTarget): Promise<void> {
  const storage = driver.open(target);
  try {
    await storage.test();
  } finally {
    storage.close();
  }
}
