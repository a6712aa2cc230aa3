import { isAlreadyExists, isRejection } from '../../../../../kubernetes/client/kube-api-error.ts';
import { paths } from '../../../../../kubernetes/resources/paths.ts';
import { RECORDED_ANNOTATION } from '../../../../../kubernetes/resources/run.ts';
import type { Cluster } from '../cluster/open-cluster.ts';
import { ResourceCollection } from '../cluster/resource-collection.ts';
import {
  readObservedRun,
  runManifest,
  type DispatchableRun,
  type ObservedRun,
} from './run-resource.ts';
import { allowedReferences, type MayRead } from './run-secrets.ts';

export interface RunResourcesOptions {
  /** Which variables the connections of runs may use. */
  readonly mayRead: MayRead;
  /** How many attempts a run has. Default: that of the resource. */
  readonly attemptLimit?: number | undefined;
}

/** The Run resources of one installation. Every method is idempotent and throws KubeApiError. */
export class RunResources {
  readonly #runs: ResourceCollection;
  readonly #installation: string;
  readonly #options: RunResourcesOptions;

  /** @param signal aborts running requests */
  constructor(
    { api, namespace, installation }: Cluster,
    signal: AbortSignal,
    options: RunResourcesOptions,
  ) {
    this.#runs = new ResourceCollection(api, paths.runs(namespace), signal);
    this.#installation = installation;
    this.#options = options;
  }

  /**
   * Creates the Run unless it exists.
   * @throws Error if a Run of another run has the name
   */
  async create(run: DispatchableRun): Promise<void> {
    try {
      const { mayRead, attemptLimit } = this.#options;
      const secrets = allowedReferences(run.secrets ?? [], mayRead);
      const manifest = runManifest({ ...run, secrets }, this.#installation, attemptLimit);
      await this.#runs.create(manifest);
    } catch (error) {
      // The API server checks quotas before names: a quota that this very Run fills hides AlreadyExists.
      if (!isAlreadyExists(error) && !isRejection(error)) throw error;
      const seen = await this.#findBehind(error, run.runId);
      if (seen === null && isRejection(error)) throw error;
      if (seen !== null && seen.runId !== run.runId) {
        throw new Error(`A Run named ${run.runId} belongs to the run ${seen.runId}`, {
          cause: error,
        });
      }
    }
  }

  /** @throws Error, not a rejection, if the read fails */
  async #findBehind(error: unknown, runId: string): Promise<ObservedRun | null> {
    try {
      return await this.find(runId);
    } catch (cause) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`Whether a Run that was rejected is there is unknown: ${message}`, { cause });
    }
  }

  /** A live read; null: it does not exist. */
  async find(runId: string): Promise<ObservedRun | null> {
    const object = await this.#runs.find(runId);
    return object === null ? null : readObservedRun(object);
  }

  /** @returns false if the Run does not exist */
  async requestCancel(runId: string): Promise<boolean> {
    return await this.#runs.patch(runId, { spec: { cancelRequested: true } });
  }

  /** Marks the Run as recorded, so that the operator deletes it after its retention. */
  async acknowledge(runId: string): Promise<void> {
    await this.#runs.patch(runId, { metadata: { annotations: { [RECORDED_ANNOTATION]: 'true' } } });
  }

  /** Deletes the Run with that uid. Throws Conflict for another one of its name. */
  async delete(runId: string, uid: string): Promise<void> {
    await this.#runs.delete(runId, uid);
  }
}
