import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ImageArchive } from '../images/image-cache.ts';
import { projectImage, TARGETS } from '../images/project-images.ts';
import { postgresImage, s3Image } from '../images/service-images.ts';
import type { Cluster } from './cluster.ts';
import { sh } from './shell.ts';
import type { ClusterTools } from './tools.ts';

const CHART = path.resolve(import.meta.dirname, '..', '..', 'charts', 'millrace');

/** Where an installation of the chart is. */
export interface Release {
  readonly name: string;
  readonly namespace: string;
}

export type Values = Readonly<Record<string, unknown>>;

/**
 * Loads all images that the chart with its evaluation servers needs; gives the values that name them.
 * @param say is given a line before each image: one that is not in the cache takes minutes
 */
export async function loadImages(
  cluster: Cluster,
  say: (line: string) => void = () => undefined,
): Promise<Values> {
  say('Image of PostgreSQL …');
  const postgres = postgresImage();
  say('Image of the S3 server …');
  const s3 = await s3Image();
  if (s3 === null) throw new Error('The S3 server is built by Go: install Go 1.26 or newer.');
  const images = TARGETS.map((target) => {
    say(`Image of ${target} …`);
    return [target, projectImage(target)] as const;
  });
  say('Loading the images into the node …');
  for (const image of [postgres, s3, ...images.map(([, image]) => image)]) cluster.load(image);
  return {
    ...Object.fromEntries(images.map(([target, image]) => [target, { image: reference(image) }])),
    evaluation: { postgres: { image: postgres.name }, s3: { image: s3.name } },
  };
}

function reference({ name }: ImageArchive): { repository: string; tag: string } {
  const [repository = '', tag = ''] = name.split(':');
  return { repository, tag };
}

/**
 * Installs or upgrades the chart, and waits until all of it is ready.
 * @param values merged from first to last, as files of Helm
 */
export function installChart(
  cluster: Pick<Cluster, 'kubeconfig' | 'folder'>,
  tools: Pick<ClusterTools, 'helm'>,
  release: Release,
  values: readonly Values[],
): void {
  const files = values.map((content, index) => {
    const file = path.join(cluster.folder, `values-${release.namespace}-${index}.json`);
    writeFileSync(file, JSON.stringify(content));
    return file;
  });
  sh(
    tools.helm,
    'upgrade',
    '--install',
    release.name,
    CHART,
    ...['--kubeconfig', cluster.kubeconfig],
    ...['--namespace', release.namespace, '--create-namespace'],
    ...files.flatMap((file) => ['--values', file]),
    ...['--wait', '--timeout', '5m'],
  );
}

/** The URL of a NodePort Service, as this machine reaches it. */
export function serviceUrl(
  { kubeconfig }: Pick<Cluster, 'kubeconfig'>,
  { kubectl }: Pick<ClusterTools, 'kubectl'>,
  { namespace, service }: { readonly namespace: string; readonly service: string },
): string {
  const read = (...args: readonly string[]): string =>
    sh(kubectl, '--kubeconfig', kubeconfig, '-n', namespace, 'get', ...args);
  const address = '{.items[0].status.addresses[?(@.type=="InternalIP")].address}';
  const host = read('nodes', '-o', `jsonpath=${address}`);
  const port = read('service', service, '-o', 'jsonpath={.spec.ports[0].nodePort}');
  return `http://${host}:${port}`;
}
