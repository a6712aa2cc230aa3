import { setTimeout as delay } from 'node:timers/promises';
import { isAlreadyExists, isConflict, isNotFound } from './kube-api-error.ts';
import type { KubeApi } from './kube-api.ts';
import type { KubeObject } from './kube-object.ts';

export interface LeaseOptions {
  readonly api: KubeApi;
  readonly namespace: string;
  readonly name: string;
  /** Names this process, e.g. the pod's name. */
  readonly identity: string;
  readonly timing: LeaseTiming;
}

/** All in seconds. */
export interface LeaseTiming {
  /** Another takes over from one that has been silent for so long. */
  readonly lease: number;
  /** Who could not renew for so long leads no more: before another takes over. */
  readonly renew: number;
  /** Between two tries. */
  readonly retry: number;
}

/** In the proportions of Kubernetes' own controllers, which have 15, 10 and 2 seconds. */
export function leaseTiming(lease: number): LeaseTiming {
  return { lease, renew: (lease * 10) / 15, retry: (lease * 2) / 15 };
}

interface Lease extends KubeObject {
  readonly spec: {
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    readonly acquireTime?: string;
    readonly renewTime?: string;
    readonly leaseTransitions?: number;
  };
}

/**
 * Leader election by a Lease object (coordination.k8s.io/v1). Only the time since a change was seen
 * here counts, never the clock of another machine.
 */
export class LeaderElection {
  readonly #options: LeaseOptions;
  readonly #timing: LeaseTiming;
  #seen: { version: string; at: number } | null = null;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#timing = options.timing;
  }

  /** Waits until this process leads. Rejects when aborted. */
  async acquire(signal: AbortSignal): Promise<void> {
    while (!(await this.#tryHold().catch(() => false))) {
      await delay(this.#timing.retry * 1000, undefined, { signal });
    }
  }

  /** Renews until it fails for too long or the signal aborts; then this process leads no more. */
  async hold(signal: AbortSignal): Promise<void> {
    let renewedAt = performance.now();
    while (performance.now() - renewedAt < this.#timing.renew * 1000) {
      try {
        await delay(this.#timing.retry * 1000, undefined, { signal });
      } catch {
        return;
      }
      const held = await this.#tryHold().catch(() => null);
      if (held === true) renewedAt = performance.now();
      if (held === false) return;
    }
  }

  /** Lets another take over at once. */
  async release(): Promise<void> {
    const lease = await this.#read();
    if (lease?.spec.holderIdentity !== this.#options.identity) return;
    await this.#write(lease, { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1 });
  }

  /** @returns whether this process holds the lease now */
  async #tryHold(): Promise<boolean> {
    const now = new Date().toISOString().replace('Z', '000Z');
    const own = {
      holderIdentity: this.#options.identity,
      leaseDurationSeconds: this.#timing.lease,
      renewTime: now,
    };
    const lease = await this.#read();
    try {
      if (lease === null) {
        await this.#create({ ...own, acquireTime: now, leaseTransitions: 0 });
        return true;
      }
      if (lease.spec.holderIdentity === this.#options.identity) {
        await this.#write(lease, { ...lease.spec, ...own });
        return true;
      }
      if (!this.#hasLapsed(lease)) return false;
      const leaseTransitions = (lease.spec.leaseTransitions ?? 0) + 1;
      await this.#write(lease, { ...own, acquireTime: now, leaseTransitions });
      return true;
    } catch (error) {
      if (isConflict(error) || isAlreadyExists(error)) return false;
      throw error;
    }
  }

  #hasLapsed({ metadata, spec }: Lease): boolean {
    if (spec.holderIdentity === undefined || spec.holderIdentity === '') return true;
    const version = metadata.resourceVersion;
    if (this.#seen?.version !== version) this.#seen = { version, at: performance.now() };
    const duration = spec.leaseDurationSeconds ?? this.#timing.lease;
    return performance.now() - this.#seen.at > duration * 1000;
  }

  async #read(): Promise<Lease | null> {
    try {
      return await this.#options.api.request<Lease>(this.#path(this.#options.name));
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  async #create(spec: Lease['spec']): Promise<void> {
    const metadata = { name: this.#options.name };
    await this.#options.api.request(this.#path(), { method: 'POST', body: { metadata, spec } });
  }

  async #write(lease: Lease, spec: Lease['spec']): Promise<void> {
    const path = this.#path(this.#options.name);
    await this.#options.api.request(path, { method: 'PUT', body: { ...lease, spec } });
  }

  #path(name?: string): string {
    const base = `/apis/coordination.k8s.io/v1/namespaces/${this.#options.namespace}/leases`;
    return name === undefined ? base : `${base}/${name}`;
  }
}
