import { Counter, Gauge, type Registry } from 'prom-client';
import type { DeletionCounts } from '../domain/stored-objects/object-deletion-store.ts';

/** Why runs were removed. */
export type RemovalReason = 'flow_deleted' | 'retention';

/** The metrics of the background tasks. */
export class HousekeepingMetrics {
  readonly #runs: Counter<'reason'>;
  readonly #deleted: Counter;
  readonly #failures: Counter;
  readonly #deletions: Gauge<'state'>;

  readonly #cacheEvictions: Counter;
  readonly #cacheBytes: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#runs = new Counter({
      name: 'millrace_runs_removed_total',
      help: 'Runs that this process removed from the database, by reason.',
      labelNames: ['reason'],
      registers,
    });
    this.#deleted = new Counter({
      name: 'millrace_object_deletions_total',
      help: 'Objects, or prefixes with all their objects, that this process deleted in the background.',
      registers,
    });
    this.#failures = new Counter({
      name: 'millrace_object_deletion_failures_total',
      help: 'Failed attempts of this process to delete an object in the background.',
      registers,
    });
    this.#deletions = new Gauge({
      name: 'millrace_object_deletions',
      help: 'Objects of removed rows that are still to be deleted, at the last sweep: pending, or abandoned until a service starts.',
      labelNames: ['state'],
      registers,
    });
    this.#cacheEvictions = new Counter({
      name: 'millrace_cache_evictions_total',
      help: 'Entries of the cache of node results that this process removed.',
      registers,
    });
    this.#cacheBytes = new Gauge({
      name: 'millrace_cache_bytes',
      help: 'The size of the cache of node results after the last eviction, in bytes.',
      registers,
    });
  }

  runsRemoved(reason: RemovalReason, count: number): void {
    this.#runs.inc({ reason }, count);
  }

  deleted(count: number): void {
    this.#deleted.inc(count);
  }

  deletionFailed(): void {
    this.#failures.inc();
  }

  cacheEvicted(): void {
    this.#cacheEvictions.inc();
  }

  cacheBytes(bytes: number): void {
    this.#cacheBytes.set(bytes);
  }

  deletions({ pending, abandoned }: DeletionCounts): void {
    this.#deletions.set({ state: 'pending' }, pending);
    this.#deletions.set({ state: 'abandoned' }, abandoned);
  }
}
