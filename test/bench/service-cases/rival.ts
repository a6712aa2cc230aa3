import type { WorkCost } from '../measure-work.ts';

/** One measured thing of a benchmark. */
export interface RivalCase {
  /** The same for every rival, as in "sort of 1 M rows on pandas". */
  readonly name: string;
  /** Does the work once. It may be repeated. */
  measure(): Promise<WorkCost>;
}

/** One of two that are compared: a service, or a yardstick. */
export interface Rival {
  /** In the same order for every rival. */
  readonly cases: readonly RivalCase[];
  /** Stops its processes. */
  close(): Promise<void>;
}

/** What a rival runs from. */
export interface RivalPlace {
  /** The clone whose service is measured. */
  readonly root: string;
  /** The folder of the service's data; it does not exist yet. */
  readonly dataDir: string;
}

/** Starts and prepares a service. */
export type OpenRival = (place: RivalPlace) => Promise<Rival>;

/**
 * A benchmark that starts a service. It writes its files to a folder that all rivals share.
 * @returns what opens each rival
 */
export type ServiceBenchmark = (scratch: string) => Promise<OpenRival>;
