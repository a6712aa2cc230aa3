// `npm run cluster:down`: stops the cluster of this machine and removes everything that it created.
import { stopCluster } from './cluster.ts';

await stopCluster();
