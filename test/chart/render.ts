import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { loadAll } from 'js-yaml';
import { goTool } from '../support/go-tool.ts';
import { skipSuite } from '../support/skips.ts';

export const CHART = path.resolve(import.meta.dirname, '..', '..', 'charts', 'millrace');
export const RELEASE = { name: 'trial', namespace: 'data' };

/** A rendered Kubernetes object. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON of every kind of object
export type Manifest = Record<string, any>;

export interface Helm {
  /** @throws Error with the message of Helm */
  run(...args: readonly string[]): Promise<string>;
  /** Renders the objects of an installation with these values, including those of `helm test`. */
  render(values: readonly string[]): Promise<readonly Manifest[]>;
}

/** @returns null, and reports the skipped suite, when Helm is not built and Go is not installed */
export async function openHelm(suite: string): Promise<Helm | null> {
  const binary = await goTool({
    module: 'helm',
    package: 'helm.sh/helm/v4/cmd/helm',
    binary: 'helm',
  });
  if (binary === null) {
    skipSuite(suite, 'Helm is built by Go: install Go 1.26 or newer');
    return null;
  }
  const run = async (...args: readonly string[]): Promise<string> =>
    (await promisify(execFile)(binary, args, { timeout: 60_000 })).stdout;
  const render = async (values: readonly string[]): Promise<readonly Manifest[]> => {
    const { name, namespace } = RELEASE;
    const text = await run('template', name, CHART, '-n', namespace, ...settings(values));
    return loadAll(text).filter((it): it is Manifest => it !== null && typeof it === 'object');
  };
  // Many tests render the same few installations.
  const rendered = new Map<string, Promise<readonly Manifest[]>>();
  return {
    run,
    render: (values) => {
      const key = JSON.stringify(values);
      const known = rendered.get(key) ?? render(values);
      rendered.set(key, known);
      return known;
    },
  };
}

/** Converts `key=value` (or `key=[…]`, `key="…"`, JSON) to arguments of Helm. */
export function settings(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => [/=["[{]/.test(value) ? '--set-json' : '--set', value]);
}

/** Returns the pod template of a workload, or the pod itself; null for other kinds. */
export function podOf({ kind, metadata, spec }: Manifest): Manifest | null {
  if (kind === 'Pod') return { metadata, spec };
  return ['Deployment', 'StatefulSet'].includes(kind) ? spec.template : null;
}
