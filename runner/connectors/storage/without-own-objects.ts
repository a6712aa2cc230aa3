import type { OpenStorage } from './storage-driver.ts';
import { ownBucketRefused } from './own-bucket.ts';

/** A storage of which the paths with a beginning do not exist. @param prefix where the service keeps its own objects */
export function withoutOwnObjects(storage: OpenStorage, prefix: string): OpenStorage {
  const check = (path: string): void => {
    if (path.startsWith(prefix)) throw ownBucketRefused('object');
  };
  return {
    test: () => storage.test(),
    async *list(listing) {
      for await (const page of storage.list(listing)) {
        yield page.filter(({ path }) => !path.startsWith(prefix));
      }
    },
    async read(read) {
      check(read.path);
      return await storage.read(read);
    },
    async version(path) {
      check(path);
      return await storage.version(path);
    },
    async write(write) {
      check(write.path);
      return await storage.write(write);
    },
    close: () => {
      storage.close();
    },
  };
}
