// `node test/cluster/prepare.ts`: builds the programs and images of the cluster into the caches, so
// that `npm run cluster` and the end-to-end suite find them there. With `--all` also the images that only
// the tests of images use.
import { pauseImage } from './images.ts';
import { lackForCluster } from './requirements.ts';
import { clusterTools } from './tools.ts';
import { ALL_TARGETS, projectImage, TARGETS } from '../images/project-images.ts';
import { postgresImage, s3Image } from '../images/service-images.ts';

const lack = lackForCluster();
if (lack !== null) throw new Error(`Preparing the cluster failed: ${lack}`);
await clusterTools();
pauseImage();
postgresImage();
await s3Image();
const targets = process.argv.includes('--all') ? ALL_TARGETS : TARGETS;
for (const target of targets) projectImage(target);
