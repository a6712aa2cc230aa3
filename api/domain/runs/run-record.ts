import type { ComputeResources } from '../../../runner/domain/compute-resources.ts';
import type { Engine } from '../../../runner/domain/engine.ts';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { LogEntry, NodeResult } from '../../../runner/domain/run-result.ts';
import type { RunStatus, RunTrigger } from '../../../runner/domain/run-status.ts';
import type { ConnectionAddresses } from './connection-addresses.ts';
import type { LostAttempt } from './lost-attempt.ts';
import type { WaitingReason } from './waiting-reason-store.ts';

/** A dataset version that a run reads, as the API names it; nulls: it is unknown. */
export interface InputRef {
  readonly dataset_id: string;
  readonly version_number: number | null;
  readonly dataset_name: string | null;
}

/** A file that an output node of a run wrote. */
export interface RunOutput {
  readonly node_id: string;
  /** Its key in the object store. */
  readonly key: string;
  readonly format: FileFormat;
  readonly bytes: number;
  readonly rows: number;
}

/** A run with all that is stored of it. */
export interface RunRecord {
  readonly id: string;
  readonly flowId: string;
  readonly attempt: number;
  readonly inputDatasetId: string | null;
  /** The dataset that the caller requested; null: none, or the run is of an older version. */
  readonly requestedInputDatasetId: string | null;
  readonly inputDatasets: InputRef[] | null;
  readonly status: RunStatus;
  readonly engine: Engine;
  readonly trigger: RunTrigger;
  readonly scheduleId: string | null;
  /** The value of `now()` in its expressions; null: the run is of an older version. */
  readonly localTime: string | null;
  readonly timeZone: string | null;
  readonly outputLocation: string | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly createdAt: Date;
  readonly errorMessage: string | null;
  /** Why it has not started, or null. */
  readonly waiting: WaitingReason | null;
  /** The attempts before this one, while it goes on; then its log has them. */
  readonly lostAttempts: readonly Pick<LostAttempt, 'number' | 'reason'>[];
  readonly logs: LogEntry[] | null;
  readonly nodeResults: NodeResult[] | null;
  /** Unordered. */
  readonly outputs: RunOutput[];
  readonly graph: GraphDocument;
  readonly parameters: JsonObject | null;
  /** The requested CPU and memory; null: none were requested. */
  readonly resources: ComputeResources | null;
  /** Where the connections were that its nodes use; null: unknown, or the run is of an older version. */
  readonly connectionAddresses: ConnectionAddresses | null;
  /** The slot of the schedule. */
  readonly scheduledFor: Date | null;
  /** In seconds; 0: no limit. */
  readonly timeoutSeconds: number;
}

/** A run of a list, without its details. */
export type ListedRun = Omit<
  RunRecord,
  | 'attempt'
  | 'requestedInputDatasetId'
  | 'errorMessage'
  | 'waiting'
  | 'lostAttempts'
  | 'logs'
  | 'nodeResults'
  | 'outputs'
  | 'graph'
  | 'parameters'
  | 'resources'
  | 'connectionAddresses'
  | 'scheduledFor'
  | 'timeoutSeconds'
> & {
  readonly flowName: string;
  readonly projectId: string;
};

/** A run with which a later run of the flow is compared. */
export interface EarlierRun {
  readonly id: string;
  readonly createdAt: Date;
  readonly nodeResults: NodeResult[];
}
