import type { Database } from '../../../prisma/client.ts';

/** When a scheduler last looked for due schedules: what came later came while none did. */
export interface WatchStore {
  /** Null: none ever did. */
  lookedAt(): Promise<Date | null>;
  looked(at: Date): Promise<void>;
}

export function createWatchStore(database: Database): WatchStore {
  return {
    async lookedAt() {
      const [row] = await database.$queryRaw<{ lookedAt: Date }[]>`
        SELECT looked_at AS "lookedAt" FROM schedule_watch`;
      return row?.lookedAt ?? null;
    },
    async looked(at) {
      await database.$executeRaw`
        INSERT INTO schedule_watch (looked_at) VALUES (${at})
        ON CONFLICT (is_only) DO UPDATE SET looked_at = EXCLUDED.looked_at`;
    },
  };
}
