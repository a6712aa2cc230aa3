import { conflict, notFound } from '../../domain/errors.ts';
import { inBatches, type ListedId } from '../../domain/list-batches.ts';
import type { ListPage } from '../../domain/page.ts';
import type { Page } from '../../domain/page.ts';
import type { SettingsService } from '../../domain/settings/service.ts';
import type { DatasetRead, DatasetUpdate, DatasetVersionRead } from './schemas.ts';
import type { DatasetFilter, DatasetRecord, DatasetStore } from '../../domain/datasets/store.ts';
import type { VersionRecord, VersionStore } from '../../domain/datasets/version-store.ts';
import type { AnswerWarning } from '../../openapi/warnings.ts';
import { versionWarnings } from './version-warnings.ts';
import {
  toColumns,
  toDatasetRead,
  toDatasetSummary,
  toDatasetText,
  toVersionRead,
} from './views.ts';

export interface DatasetServiceDeps {
  readonly store: DatasetStore;
  readonly versions: VersionStore;
  readonly settings: SettingsService;
  readonly now: () => Date;
  /** Told when flows may have been enabled or disabled with a dataset; it must not throw. */
  readonly changed: () => void;
  /** Called after a dataset was purged: its files are to be deleted. */
  readonly purged: () => void;
}

/** A dataset without its content is small: what costs is the number of queries. */
const SUMMARY_BYTES = 500;
const SUMMARIES_AT_ONCE = 500;
/** What one call removes at most; the rest is for the next one. */
const MOST_PURGED = 1_000;
/** What one transaction removes. */
const PURGE_BATCH = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Everything about datasets but how they come in, which is `DatasetUploads`. */
export class DatasetService {
  readonly #deps: DatasetServiceDeps;

  constructor(deps: DatasetServiceDeps) {
    this.#deps = deps;
  }

  /** The newest first. */
  async list(
    filter: DatasetFilter,
    { fields, ...page }: ListPage & { readonly fields?: 'summary' | undefined },
  ): Promise<{ readonly items: AsyncIterable<readonly string[]>; readonly total: number }> {
    const { listed, total } = await this.#deps.store.list(filter, page);
    return { items: this.#texts(listed, fields === 'summary'), total };
  }

  /** The JSON of datasets, batch by batch. */
  async *#texts(listed: readonly ListedId[], isSummary: boolean): AsyncGenerator<string[]> {
    const batches = isSummary
      ? inBatches(
          listed.map(({ id }) => ({ id, bytes: SUMMARY_BYTES })),
          SUMMARIES_AT_ONCE,
        )
      : inBatches(listed);
    for (const ids of batches) {
      const datasets = await this.#deps.store.findMany(ids, { content: !isSummary });
      yield datasets.map(isSummary ? toDatasetSummary : toDatasetText);
    }
  }

  /** @throws DomainError not_found */
  async get(id: string): Promise<DatasetRead> {
    return toDatasetRead(await this.#find(id));
  }

  /** @throws DomainError not_found */
  async update(id: string, change: DatasetUpdate): Promise<DatasetRead> {
    const { is_disabled: isDisabled } = change;
    if (isDisabled === undefined) return await this.get(id);
    return await this.#setDisabled(id, isDisabled);
  }

  /** Brings it and the flows that it had disabled back. @throws DomainError not_found */
  async restore(id: string): Promise<DatasetRead> {
    return await this.#setDisabled(id, false);
  }

  /** It can be restored until it is purged. @throws DomainError not_found */
  async delete(id: string): Promise<void> {
    if (!(await this.#deps.store.softDelete(id, this.#deps.now()))) throw notFound('Dataset', id);
    this.#deps.changed();
  }

  /**
   * Removes rows and files for good.
   * @param options.force even while runs read it
   * @throws DomainError not_found, conflict while runs read it
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
   * Purges what was deleted longer ago than DATASET_RETENTION_DAYS. What runs still read stays.
   * @returns how many datasets were removed
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
    } while (purged === PURGE_BATCH && all < MOST_PURGED);
    this.#deps.purged();
    return all;
  }

  /** The newest first. @throws DomainError not_found */
  async listVersions(
    id: string,
    page: Page,
  ): Promise<{ readonly versions: DatasetVersionRead[]; readonly total: number }> {
    await this.#find(id);
    const { versions, total } = await this.#deps.versions.list(id, page);
    return { versions: versions.map(toVersionRead), total };
  }

  /** @param number undefined: the newest. @throws DomainError not_found for the dataset or the version */
  async version(
    id: string,
    number: number | undefined,
  ): Promise<{ readonly dataset: DatasetRecord; readonly version: VersionRecord }> {
    const dataset = await this.#find(id);
    const version = await this.#deps.versions.find(id, number);
    if (version === null) throw notFound('Dataset version', `${id}:${number ?? 'latest'}`);
    return { dataset, version };
  }

  /** What changed from the version before it to a new one, and for which flows. */
  async versionWarnings(id: string, number: number): Promise<AnswerWarning[]> {
    const { store, versions } = this.#deps;
    const [before, after] = await Promise.all([
      versions.find(id, number - 1),
      versions.find(id, number),
    ]);
    if (before === null || after === null) return [];
    const [was, is] = [toColumns(before.content), toColumns(after.content)];
    return versionWarnings(was, is, await store.flowNames(id));
  }

  async #find(id: string): Promise<DatasetRecord> {
    const dataset = await this.#deps.store.find(id);
    if (dataset === null) throw notFound('Dataset', id);
    return dataset;
  }

  async #setDisabled(id: string, isDisabled: boolean): Promise<DatasetRead> {
    if (!(await this.#deps.store.setDisabled(id, isDisabled))) throw notFound('Dataset', id);
    this.#deps.changed();
    return await this.get(id);
  }
}
