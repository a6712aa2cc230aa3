// `node test/cluster/prepare.ts`: builds the programs and images of the cluster into the caches, so
// that `npm run cluster` and the end-to-end suite find them there.
import { pauseImage } from './images.ts';
import { lackForCluster } from './requirements.ts';
import { clusterTools } from './tools.ts';
import { ALL_TARGETS, projectImage } from '../images/project-images.ts';
import { postgresImage, s3Image } from '../images/service-images.ts';

const lack = lackForCluster();
if (lack !== null) throw new Error(`Preparing the cluster failed: ${lack}`);
await clusterTools();
pauseImage();
postgresImage();
await s3Image();
for (const target of ALL_TARGETS) projectImage(target);
