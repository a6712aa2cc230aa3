import { conflict, notFound } from '../errors.ts';
import { inBatches, type ListedId } from '../list-batches.ts';
import type { ListPage, Page } from '../page.ts';
import type { SettingsService } from '../settings/service.ts';
import type { DatasetFilter, DatasetRecord, DatasetStore } from './store.ts';
import type { VersionRecord, VersionStore } from './version-store.ts';

export interface DatasetServiceDeps {
  readonly store: DatasetStore;
  readonly versions: VersionStore;
  readonly settings: SettingsService;
  readonly now: () => Date;
  /** Called when a dataset may have enabled or disabled flows; must not throw. */
  readonly changed: () => void;
  /** Called after a purge, when files wait for their deletion. */
  readonly purged: () => void;
}

/** Datasets without content are small: larger batches save queries. */
const SUMMARY_BYTES = 500;
const SUMMARY_BATCH = 500;
/** The maximum of one call; the next call purges the rest. */
const MAX_PURGED = 1_000;
/** The maximum of one transaction. */
const PURGE_BATCH = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

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
    if (!(await this.#deps.store.softDelete(id, this.#deps.now()))) throw notFound('Dataset', id);
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

  /**
   * Purges datasets that were deleted more than DATASET_RETENTION_DAYS ago, except those that active runs
   * read. @returns how many it purged
   */
  async purgeExpired(): Promise<number> {
    const { store, settings, now } = this.#deps;
    const days = await settings.get('DATASET_RETENTION_DAYS');
    const before = new Date(now().getTime() - days * DAY_MS);
    let all = 0;
    let purged: number;
    do {
      purged = await store.purgeDeleted(before, PURGE_BATCH);
      all += purged;
    } while (purged === PURGE_BATCH && all < MAX_PURGED);
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

  /** @param number default: the newest version. @throws DomainError not_found for the dataset or the version */
  async version(
    id: string,
    number: number | undefined,
  ): Promise<{ readonly dataset: DatasetRecord; readonly version: VersionRecord }> {
    const dataset = await this.get(id);
    const version = await this.#deps.versions.find(id, number);
    if (version === null) throw notFound('Dataset version', `${id}:${number ?? 'latest'}`);
    return { dataset, version };
  }
}
