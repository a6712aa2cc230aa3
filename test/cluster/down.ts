// `npm run cluster:down`: ends the cluster of this machine and leaves nothing of it behind.
import { stopCluster } from './cluster.ts';

await stopCluster();
