import type { Database } from '../../../prisma/client.ts';
import { databaseTime } from '../database-time.ts';

/** Stores the overrides of run-time settings. */
export interface SettingsStore {
  all(): Promise<ReadonlyMap<string, number | string>>;
  put(key: string, value: number | string): Promise<void>;
  delete(key: string): Promise<void>;
}

export function createSettingsStore(database: Database): SettingsStore {
  return {
    async all() {
      const rows = await database.setting.findMany();
      const usable = rows.flatMap(({ key, value }): [string, number | string][] =>
        typeof value === 'number' || typeof value === 'string' ? [[key, value]] : [],
      );
      return new Map(usable);
    },
    async put(key, value) {
      const updatedAt = await databaseTime(database);
      await database.setting.upsert({
        where: { key },
        create: { key, value, updatedAt },
        update: { value, updatedAt },
      });
    },
    async delete(key) {
      await database.setting.deleteMany({ where: { key } });
    },
  };
}
