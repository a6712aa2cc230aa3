// `npm run cluster:load [-- NAME...]`: builds images of the present code and loads them into the
// running cluster as localhost/millrace-NAME:dev. Loads `postgres` and `s3`, the servers of the
// chart's evaluation, only by name.
import type { ImageArchive } from '../images/image-cache.ts';
import { projectImage, TARGETS } from '../images/project-images.ts';
import { postgresImage, s3Image } from '../images/service-images.ts';
import { runningCluster } from './cluster.ts';

const NAMES = [...TARGETS, 'postgres', 's3'] as const;
type Name = (typeof NAMES)[number];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !NAMES.some((known) => known === name));
if (unknown.length > 0)
  throw new Error(`Unknown images ${unknown.join(', ')}: name some of ${NAMES.join(', ')}`);
const cluster = await runningCluster();
if (cluster === null) throw new Error('The cluster is missing: start one by npm run cluster');
for (const name of asked.length === 0 ? TARGETS : NAMES.filter((known) => asked.includes(known))) {
  const reference = `localhost/millrace-${name}:dev`;
  const image = await imageOf(name);
  cluster.load(image, reference);
  console.log(`${reference} is ${image.name}`);
}

async function imageOf(name: Name): Promise<ImageArchive> {
  if (name === 'postgres') return postgresImage();
  if (name !== 's3') return projectImage(name);
  const image = await s3Image();
  if (image === null) throw new Error('The S3 server is built by Go: install Go 1.26 or newer.');
  return image;
}
