import type { DatasetService } from './service.ts';

type Versions = Pick<DatasetService, 'version'>;

/** The same versions, each read once: for work that asks for one several times and wants one answer. */
export function rememberVersions(datasets: Versions): Versions {
  const known = new Map<string, ReturnType<Versions['version']>>();
  return {
    version(id, number) {
      const key = JSON.stringify([id, number]);
      const version = known.get(key) ?? datasets.version(id, number);
      known.set(key, version);
      return version;
    },
  };
}
