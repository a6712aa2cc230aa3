import { setTimeout as delay } from 'node:timers/promises';
import { isAlreadyExists, isConflict, isNotFound } from '../kubernetes/client/kube-api-error.ts';
import type { KubeApi, RequestOptions } from '../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../kubernetes/client/kube-object.ts';

export interface LeaseOptions {
  readonly api: KubeApi;
  readonly namespace: string;
  readonly name: string;
  /** Names this process, e.g. the pod's name. */
  readonly identity: string;
  readonly timing: LeaseTiming;
  /**
   * A try to get or renew the lease failed: nothing is known of who holds it now.
   * @param failures so many tries in a row
   */
  readonly onFailure?: (error: unknown, failures: number) => void;
}

/** All in seconds. */
export interface LeaseTiming {
  /** Another takes over from one that has been silent for so long. */
  readonly lease: number;
  /** Who could not renew for so long leads no more: before another takes over. */
  readonly renew: number;
  /** Between two tries. */
  readonly retry: number;
  /** A request that was not answered for so long has failed: a second one fits into `renew`. */
  readonly request: number;
}

/** In the proportions of Kubernetes' own controllers, which have 15, 10, 2 and 5 seconds. */
export function leaseTiming(lease: number): LeaseTiming {
  const renew = (lease * 10) / 15;
  return { lease, renew, retry: (lease * 2) / 15, request: renew / 2 };
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

/** Who held the lease, and since when that has been known here. */
interface Seen {
  readonly version: string;
  readonly isHeld: boolean;
  /** By the clock of `performance`. */
  readonly at: number;
  readonly lapsesAfterMs: number;
}

/** When a try ends. */
interface Limits {
  readonly signal?: AbortSignal;
  /** By the clock of `performance`. */
  readonly until: number;
}

/**
 * Leader election by a Lease object (coordination.k8s.io/v1). Only the time since a change was seen
 * here counts, never the clock of another machine.
 */
export class LeaderElection {
  readonly #options: LeaseOptions;
  readonly #timing: LeaseTiming;
  #seen: Seen | null = null;
  #failures = 0;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#timing = options.timing;
  }

  /** Waits until this process leads. Rejects when aborted. */
  async acquire(signal: AbortSignal): Promise<void> {
    while ((await this.#try({ signal, until: Infinity })) !== true) {
      await delay(this.#timing.retry * 1000, undefined, { signal });
    }
  }

  /** Renews until it fails for too long or the signal aborts; then this process leads no more. */
  async hold(signal: AbortSignal): Promise<void> {
    const renewMs = this.#timing.renew * 1000;
    let renewedAt = performance.now();
    for (;;) {
      // Once it has ended no request may renew the lease behind it.
      const until = renewedAt + renewMs;
      const pauseMs = Math.min(this.#timing.retry * 1000, until - performance.now());
      // Rejects only when it is aborted, which ends the pause.
      await delay(Math.max(pauseMs, 0), undefined, { signal }).catch(() => undefined);
      const started = performance.now();
      if (signal.aborted || started >= until) return;
      const held = await this.#try({ signal, until });
      if (held === true) renewedAt = started;
      if (held === false) return;
    }
  }

  /** Somebody holds the lease, as far as is known here: this process or another one. */
  hasLeader(): boolean {
    if (this.#seen === null) return false;
    const { isHeld, at, lapsesAfterMs } = this.#seen;
    return isHeld && performance.now() - at <= lapsesAfterMs;
  }

  /** Lets another take over at once. */
  async release(): Promise<void> {
    const limits = { until: Infinity };
    const lease = await this.#read(limits);
    if (lease?.spec.holderIdentity !== this.#options.identity) return;
    await this.#write(
      lease,
      { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1 },
      limits,
    );
  }

  /** @returns whether this process holds the lease now; null when that is not known */
  async #try(limits: Limits): Promise<boolean | null> {
    try {
      const held = await this.#tryHold(limits);
      this.#failures = 0;
      return held;
    } catch (error) {
      if (limits.signal?.aborted === true) return null;
      this.#failures += 1;
      this.#options.onFailure?.(error, this.#failures);
      return null;
    }
  }

  async #tryHold(limits: Limits): Promise<boolean | null> {
    const now = new Date().toISOString().replace('Z', '000Z');
    const own = {
      holderIdentity: this.#options.identity,
      leaseDurationSeconds: this.#timing.lease,
      renewTime: now,
    };
    const started = performance.now();
    const lease = await this.#read(limits);
    try {
      if (lease === null) {
        const spec = { ...own, acquireTime: now, leaseTransitions: 0 };
        this.#note(await this.#create(spec, limits), started);
        return true;
      }
      if (lease.spec.holderIdentity === this.#options.identity) {
        const spec = { ...lease.spec, ...own };
        this.#note(await this.#write(lease, spec, limits), started);
        return true;
      }
      this.#note(lease, performance.now());
      if (this.hasLeader()) return false;
      const leaseTransitions = (lease.spec.leaseTransitions ?? 0) + 1;
      const spec = { ...own, acquireTime: now, leaseTransitions };
      this.#note(await this.#write(lease, spec, limits), started);
      return true;
    } catch (error) {
      if (!isConflict(error) && !isAlreadyExists(error)) throw error;
      return await this.#afterConflict(limits);
    }
  }

  /**
   * Somebody wrote the lease meanwhile: another candidate, a person who annotates it, or this process by a
   * request whose answer came too late.
   * @returns false when another holds it, else null
   */
  async #afterConflict(limits: Limits): Promise<false | null> {
    const lease = await this.#read(limits);
    const holder = lease?.spec.holderIdentity ?? '';
    if (lease === null || holder === '' || holder === this.#options.identity) return null;
    this.#note(lease, performance.now());
    return false;
  }

  /** A lease that did not change was not renewed. */
  #note({ metadata, spec }: Lease, at: number): void {
    const version = metadata.resourceVersion;
    if (this.#seen?.version === version) return;
    const isHeld = (spec.holderIdentity ?? '') !== '';
    const lapsesAfterMs = (spec.leaseDurationSeconds ?? this.#timing.lease) * 1000;
    this.#seen = { version, isHeld, at, lapsesAfterMs };
  }

  async #read(limits: Limits): Promise<Lease | null> {
    try {
      return await this.#request(this.#path(this.#options.name), {}, limits);
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  async #create(spec: Lease['spec'], limits: Limits): Promise<Lease> {
    const body = { metadata: { name: this.#options.name }, spec };
    return await this.#request(this.#path(), { method: 'POST', body }, limits);
  }

  async #write(lease: Lease, spec: Lease['spec'], limits: Limits): Promise<Lease> {
    const body = { ...lease, spec };
    return await this.#request(this.#path(this.#options.name), { method: 'PUT', body }, limits);
  }

  async #request(path: string, options: RequestOptions, { signal, until }: Limits): Promise<Lease> {
    const timeoutMs = Math.min(this.#timing.request * 1000, until - performance.now());
    if (timeoutMs <= 0) throw new Error('The time to renew the lease is over.');
    return await this.#options.api.request<Lease>(path, {
      ...options,
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  #path(name?: string): string {
    const base = `/apis/coordination.k8s.io/v1/namespaces/${this.#options.namespace}/leases`;
    return name === undefined ? base : `${base}/${name}`;
  }
}
