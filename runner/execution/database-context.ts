import { JobConnections } from '../connectors/job-connections.ts';

/** What reading a database or a storage needs besides the plan. */
export interface DatabaseContext {
  readonly connections: JobConnections;
  /** At most so many rows of each source; null: all. */
  readonly maxSourceRows: number | null;
}

/** The context of an evaluation without inputs. */
export const NO_DATABASES: DatabaseContext = {
  connections: new JobConnections(),
  maxSourceRows: null,
};
