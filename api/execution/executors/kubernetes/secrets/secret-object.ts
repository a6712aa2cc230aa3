import { KubeApiError } from '../../../../../kubernetes/client/kube-api-error.ts';
import { PATCH } from '../../../../../kubernetes/client/patch-type.ts';
import { paths } from '../../../../../kubernetes/resources/paths.ts';
import type { ClusterNamespace } from '../cluster/open-cluster.ts';

const REQUEST_MS = 10_000;

/** What a Secret of Kubernetes contains, with its version. */
export interface SecretContent {
  readonly version: string;
  /** Base64 by key. */
  readonly data: ReadonlyMap<string, string>;
}

/** Why a Secret cannot be used, as part of a sentence. It repeats no content of the Secret. */
export class SecretObjectError extends Error {
  override readonly name = 'SecretObjectError';
}

interface Manifest {
  readonly metadata: { readonly resourceVersion: string };
  readonly data?: Readonly<Record<string, string>>;
}

/** One Secret of the namespace of the runs. The administrator creates it. */
export class SecretObject {
  readonly name: string;
  readonly #place: ClusterNamespace;

  constructor(place: ClusterNamespace, name: string) {
    this.#place = place;
    this.name = name;
  }

  /** @throws SecretObjectError */
  async read(): Promise<SecretContent> {
    try {
      const { metadata, data = {} } = await this.#request<Manifest>('GET');
      return { version: metadata.resourceVersion, data: new Map(Object.entries(data)) };
    } catch (error) {
      throw this.#reason('read', error);
    }
  }

  /**
   * Changes one key; null removes it.
   * @param version of the content that the change is based on
   * @returns false when the Secret has another version by now
   * @throws SecretObjectError
   */
  async change(key: string, value: string | null, version: string): Promise<boolean> {
    const encoded = value === null ? null : Buffer.from(value).toString('base64');
    try {
      const metadata = { resourceVersion: version };
      await this.#request('PATCH', { metadata, data: { [key]: encoded } });
      return true;
    } catch (error) {
      if (error instanceof KubeApiError && error.code === 409) return false;
      throw this.#reason('change', error);
    }
  }

  async #request<T>(method: 'GET' | 'PATCH', body?: object): Promise<T> {
    const { api, namespace } = this.#place;
    return await api.request<T>(`${paths.secrets(namespace)}/${this.name}`, {
      method,
      timeoutMs: REQUEST_MS,
      ...(body === undefined ? {} : { body, contentType: PATCH.merge }),
    });
  }

  /** The messages of the API server are not repeated: they may quote a request. */
  #reason(verb: 'read' | 'change', error: unknown): SecretObjectError {
    const where = `the Secret ${this.name} in the namespace ${this.#place.namespace}`;
    if (!(error instanceof KubeApiError)) {
      return new SecretObjectError(`the cluster did not answer a request to ${verb} ${where}`);
    }
    const what =
      error.code === 404
        ? `${where} does not exist`
        : `the cluster refuses to ${verb} ${where} (${error.reason})`;
    return new SecretObjectError(what);
  }
}
