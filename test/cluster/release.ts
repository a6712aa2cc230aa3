import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { boundStore } from '../images/buildah.ts';
import type { ImageArchive } from '../images/image-cache.ts';
import { projectImage, TARGETS } from '../images/project-images.ts';
import { postgresImage, s3Image } from '../images/service-images.ts';
import type { Cluster } from './cluster.ts';
import { sh, shAsync } from './shell.ts';
import type { ClusterTools } from './tools.ts';

const CHART = path.resolve(import.meta.dirname, '..', '..', 'charts', 'millrace');

/** Name and namespace of an installation of the chart. */
export interface Release {
  readonly name: string;
  readonly namespace: string;
}

export type Values = Readonly<Record<string, unknown>>;

/**
 * Loads all images that the chart with its evaluation servers needs.
 * @param say receives a line before each image: an uncached one takes minutes
 * @returns the chart's values that name the images
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
  boundStore();
  for (const image of [postgres, s3, ...images.map(([, image]) => image)]) cluster.load(image);
  const { 'runner-python': python, ...components } = Object.fromEntries(
    images.map(([target, image]) => [target, { image: reference(image) }]),
  );
  return {
    ...components,
    runner: { ...components.runner, python: { enabled: true, ...python } },
    evaluation: { postgres: { image: postgres.name }, s3: { image: s3.name } },
  };
}

function reference({ name }: ImageArchive): { repository: string; tag: string } {
  const [repository = '', tag = ''] = name.split(':');
  return { repository, tag };
}

/**
 * Installs or upgrades the chart, and waits until all of its pods are ready.
 * @param values later ones override earlier ones, as with Helm's files
 */
export async function installChart(
  cluster: Pick<Cluster, 'kubeconfig' | 'folder'>,
  tools: Pick<ClusterTools, 'helm'>,
  release: Release,
  values: readonly Values[],
): Promise<void> {
  const files = values.map((content, index) => {
    const file = path.join(cluster.folder, `values-${release.namespace}-${index}.json`);
    writeFileSync(file, JSON.stringify(content));
    return file;
  });
  await shAsync(
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

/** The URL of a NodePort Service for clients on this machine. */
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
