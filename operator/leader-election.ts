import { setTimeout as delay } from 'node:timers/promises';
import { isAlreadyExists, isConflict, isNotFound } from '../kubernetes/client/kube-api-error.ts';
import type { KubeApi, RequestOptions } from '../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../kubernetes/client/kube-object.ts';

export interface LeaderElectionOptions {
  readonly api: KubeApi;
  readonly namespace: string;
  readonly name: string;
  /** Holder identity of this process, e.g. the pod's name. */
  readonly identity: string;
  readonly timing: LeaseTiming;
  /**
   * Called when an attempt to acquire or renew the lease failed. Its holder is unknown then.
   * @param failures number of failed attempts in a row
   */
  readonly onFailure?: (error: unknown, failures: number) => void;
}

/** Durations in seconds. */
export interface LeaseTiming {
  /** Lease duration: a candidate acquires a lease that was not renewed for this long. */
  readonly lease: number;
  /** Renew deadline: a leader that could not renew for this long steps down. Shorter than `lease`. */
  readonly renew: number;
  /** Retry period between two attempts. */
  readonly retry: number;
  /** Request timeout: two requests fit into `renew`. */
  readonly request: number;
}

/** Timing in the proportions of kube-controller-manager, which has 15, 10, 2 and 5 seconds. */
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

/** The last observed version of the lease. */
interface ObservedLease {
  readonly version: string;
  readonly isHeld: boolean;
  /** When this version was first observed, by `performance.now()`. */
  readonly at: number;
  readonly expiresAfterMs: number;
}

/** What ends an attempt. */
interface Limits {
  readonly signal?: AbortSignal;
  /** By `performance.now()`. */
  readonly until: number;
}

/**
 * Leader election by a Lease object (coordination.k8s.io/v1), as in client-go: a lease expires by the local
 * time since its last observed change, so clock skew does not matter.
 */
export class LeaderElection {
  readonly #options: LeaderElectionOptions;
  readonly #timing: LeaseTiming;
  #observed: ObservedLease | null = null;
  #failures = 0;

  constructor(options: LeaderElectionOptions) {
    this.#options = options;
    this.#timing = options.timing;
  }

  /**
   * Resolves once this process is the leader.
   * @throws AbortError when the signal aborts
   */
  async acquire(signal: AbortSignal): Promise<void> {
    while ((await this.#attempt({ signal, until: Infinity })) !== true) {
      await delay(this.#timing.retry * 1000, undefined, { signal });
    }
  }

  /** Renews the lease. Resolves when it is lost, the renew deadline has passed or the signal aborts. */
  async hold(signal: AbortSignal): Promise<void> {
    const renewMs = this.#timing.renew * 1000;
    let renewedAt = performance.now();
    for (;;) {
      // No request may renew the lease after this method has returned.
      const until = renewedAt + renewMs;
      const pauseMs = Math.min(this.#timing.retry * 1000, until - performance.now());
      // Rejects only for the abort, which is checked below.
      await delay(Math.max(pauseMs, 0), undefined, { signal }).catch(() => undefined);
      const started = performance.now();
      if (signal.aborted || started >= until) return;
      const held = await this.#attempt({ signal, until });
      if (held === true) renewedAt = started;
      if (held === false) return;
    }
  }

  /** Whether an unexpired lease with a holder, this process or another, was observed. */
  hasLeader(): boolean {
    if (this.#observed === null) return false;
    const { isHeld, at, expiresAfterMs } = this.#observed;
    return isHeld && performance.now() - at <= expiresAfterMs;
  }

  /** Releases the lease, so that a standby acquires it immediately. */
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

  /** @returns whether this process holds the lease; null when unknown */
  async #attempt(limits: Limits): Promise<boolean | null> {
    try {
      const held = await this.#acquireOrRenew(limits);
      this.#failures = 0;
      return held;
    } catch (error) {
      if (limits.signal?.aborted === true) return null;
      this.#failures += 1;
      this.#options.onFailure?.(error, this.#failures);
      return null;
    }
  }

  async #acquireOrRenew(limits: Limits): Promise<boolean | null> {
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
        this.#observe(await this.#create(spec, limits), started);
        return true;
      }
      if (lease.spec.holderIdentity === this.#options.identity) {
        const spec = { ...lease.spec, ...own };
        this.#observe(await this.#write(lease, spec, limits), started);
        return true;
      }
      this.#observe(lease, performance.now());
      if (this.hasLeader()) return false;
      const leaseTransitions = (lease.spec.leaseTransitions ?? 0) + 1;
      const spec = { ...own, acquireTime: now, leaseTransitions };
      this.#observe(await this.#write(lease, spec, limits), started);
      return true;
    } catch (error) {
      if (!isConflict(error) && !isAlreadyExists(error)) throw error;
      return await this.#afterConflict(limits);
    }
  }

  /**
   * Re-reads the lease after a conflict: another candidate, a person who annotated it, or an earlier request
   * of this process that had timed out has changed it.
   * @returns false if another process holds it, else null
   */
  async #afterConflict(limits: Limits): Promise<false | null> {
    const lease = await this.#read(limits);
    const holder = lease?.spec.holderIdentity ?? '';
    if (lease === null || holder === '' || holder === this.#options.identity) return null;
    this.#observe(lease, performance.now());
    return false;
  }

  /** An unchanged version was not renewed, so its time of observation stays. */
  #observe({ metadata, spec }: Lease, at: number): void {
    const version = metadata.resourceVersion;
    if (this.#observed?.version === version) return;
    const isHeld = (spec.holderIdentity ?? '') !== '';
    const expiresAfterMs = (spec.leaseDurationSeconds ?? this.#timing.lease) * 1000;
    this.#observed = { version, isHeld, at, expiresAfterMs };
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
    if (timeoutMs <= 0) throw new Error('The renew deadline of the lease has passed.');
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
