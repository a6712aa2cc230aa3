import { z } from 'zod';
import type { KubeObject } from '../client/kube-object.ts';

/**
 * Names of objects that cannot be read, e.g. because a newer version of the operator wrote them. They are
 * ignored until they change, and do not affect other objects.
 */
export class Quarantine {
  readonly #versions = new Map<string, string>();

  has(name: string): boolean {
    return this.#versions.has(name);
  }

  names(): Iterable<string> {
    return this.#versions.keys();
  }

  /** @returns whether this version of the object was not yet reported */
  add({ metadata: { name, resourceVersion } }: KubeObject): boolean {
    const isNew = this.#versions.get(name) !== resourceVersion;
    this.#versions.set(name, resourceVersion);
    return isNew;
  }

  release(name: string): void {
    this.#versions.delete(name);
  }
}

/** Why an object cannot be read, in one line with its fields. */
export function whyUnreadable(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
  return error.issues.map(({ path, message }) => `spec.${path.join('.')}: ${message}`).join('; ');
}
