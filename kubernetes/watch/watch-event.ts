import { KubeApiError } from '../client/kube-api-error.ts';
import type { KubeObject } from '../client/kube-object.ts';

/** One page of a collection. */
export interface ObjectList {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly KubeObject[];
}

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: KubeObject & {
    readonly code?: number;
    readonly reason?: string;
    readonly message?: string;
  };
}

/** The error of an event of the type `ERROR`. */
export function errorOf({ object }: WatchEvent): KubeApiError {
  return new KubeApiError(object.code ?? 500, {
    reason: object.reason ?? 'Unknown',
    message: object.message ?? 'the watch ended with an error',
    retryAfterSeconds: null,
  });
}
