import { conflict, notFound } from '../errors.ts';
import { inBatches, type ListedId } from '../list-batches.ts';
import type { ListPage, Page } from '../page.ts';
import type { SettingsService } from '../settings/service.ts';
import { purgeExpiredDatasets } from './dataset-retention.ts';
import type { DatasetFilter, DatasetRecord, DatasetStore } from './store.ts';
import type { VersionRecord, VersionStore } from './version-store.ts';

export interface DatasetServiceDeps {
  readonly store: DatasetStore;
  readonly versions: VersionStore;
  readonly settings: SettingsService;
  /** Called when a dataset may have enabled or disabled flows; must not throw. */
  readonly changed: () => void;
  /** Called after a purge, when files wait for their deletion. */
  readonly purged: () => void;
}

/** Datasets without content are small: larger batches save queries. */
const SUMMARY_BYTES = 500;
const SUMMARY_BATCH = 500;

/** Lists, reads, disables and deletes datasets; `DatasetUploads` adds them. */
export class DatasetService {
  readonly #deps: DatasetServiceDeps;

  constructor(deps: DatasetServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Lists datasets in batches, the newest first.
   * @param page `content`: whether to read the content of the newest versions
   */
  async list(
    filter: DatasetFilter,
    { content, ...page }: ListPage & { readonly content: boolean },
  ): Promise<{
    readonly batches: AsyncIterable<readonly DatasetRecord[]>;
    readonly total: number;
  }> {
    const { listed, total } = await this.#deps.store.list(filter, page);
    return { batches: this.#batches(listed, content), total };
  }

  async *#batches(
    listed: readonly ListedId[],
    content: boolean,
  ): AsyncGenerator<readonly DatasetRecord[]> {
    const batches = content
      ? inBatches(listed)
      : inBatches(
          listed.map(({ id }) => ({ id, bytes: SUMMARY_BYTES })),
          SUMMARY_BATCH,
        );
    for (const ids of batches) yield await this.#deps.store.findMany(ids, { content });
  }

  /** @throws DomainError not_found */
  async get(id: string): Promise<DatasetRecord> {
    const dataset = await this.#deps.store.find(id);
    if (dataset === null) throw notFound('Dataset', id);
    return dataset;
  }

  /**
   * Disables a dataset and the flows that read it, or restores it with the flows that it had disabled.
   * @throws DomainError not_found
   */
  async setDisabled(id: string, isDisabled: boolean): Promise<DatasetRecord> {
    if (!(await this.#deps.store.setDisabled(id, isDisabled))) throw notFound('Dataset', id);
    this.#deps.changed();
    return await this.get(id);
  }

  /** Deletes a dataset; it can be restored until it is purged. @throws DomainError not_found */
  async delete(id: string): Promise<void> {
    if (!(await this.#deps.store.softDelete(id))) throw notFound('Dataset', id);
    this.#deps.changed();
  }

  /**
   * Deletes rows and files for good.
   * @param options `force`: also while active runs read the dataset
   * @throws DomainError not_found; conflict while active runs read it
   */
  async purge(id: string, options: { readonly force: boolean }): Promise<void> {
    const outcome = await this.#deps.store.purge(id, options);
    if (outcome.kind === 'missing') throw notFound('Dataset', id);
    if (outcome.kind === 'blocked') {
      const names = outcome.flowNames.map((name) => `"${name}"`).join(', ');
      throw conflict(
        `The dataset is being read by runs of ${names}; wait for them, cancel them, or use force=true`,
      );
    }
    this.#deps.purged();
  }

  /** Applies the retention now, as housekeeping does at intervals. @returns how many it purged */
  async purgeExpired(): Promise<number> {
    const { store, settings } = this.#deps;
    const all = await purgeExpiredDatasets(store, settings);
    this.#deps.purged();
    return all;
  }

  /** Lists versions, the newest first. @throws DomainError not_found */
  async listVersions(
    id: string,
    page: Page,
  ): Promise<{ readonly versions: readonly VersionRecord[]; readonly total: number }> {
    await this.get(id);
    return await this.#deps.versions.list(id, page);
  }

  /**
   * Deletes a version and its files for good. Its number is never used again.
   * @throws DomainError not_found; conflict while it is read, is named by a flow, or is the only one
   */
  async deleteVersion(id: string, number: number): Promise<void> {
    await this.get(id);
    const outcome = await this.#deps.versions.delete(id, number);
    if (outcome.kind === 'missing') throw notFound('Dataset version', `${id}:${number}`);
    if (outcome.kind === 'only') {
      throw conflict('It is the only version of the dataset; delete the dataset instead');
    }
    if (outcome.kind !== 'deleted') {
      const names = outcome.flowNames.map((name) => `"${name}"`).join(', ');
      throw conflict(
        outcome.kind === 'read'
          ? `The version is being read by runs of ${names}; wait for them, or cancel them`
          : `The version is named by the flows ${names}, in an input node, the default of a parameter or the parameters of a schedule; let them read another one, or the latest`,
      );
    }
    this.#deps.purged();
  }

  /** @param number default: the newest version. @throws DomainError not_found for the dataset or the version */
  async version(
    id: string,
    number: number | undefined,
  ): Promise<{ readonly dataset: DatasetRecord; readonly version: VersionRecord }> {
    const [dataset, version] = await Promise.all([
      this.get(id),
      this.#deps.versions.find(id, number),
    ]);
    if (version === null) throw notFound('Dataset version', `${id}:${number ?? 'latest'}`);
    return { dataset, version };
  }
}
