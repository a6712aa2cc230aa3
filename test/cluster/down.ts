// `npm run cluster:down`: stops the cluster of this machine and removes all that it made.
import { stopCluster } from './cluster.ts';

await stopCluster();
