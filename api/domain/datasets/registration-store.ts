import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import type { Prisma } from '../../../prisma/generated/client.ts';
import {
  addVersion,
  type AddedVersion,
  type NewVersion,
  type VersionTarget,
} from './add-version-store.ts';
import { waitForSharedLocks } from '../projects/project-lock-store.ts';
import { withdrawDeletions } from '../stored-objects/object-deletion-store.ts';
import { findDataset, type DatasetRecord } from './store.ts';

/** A version that exists, and its dataset as the same transaction read it. */
export interface RegisteredVersion {
  readonly kind: 'added';
  readonly number: number;
  readonly dataset: DatasetRecord;
}

/** With any kind but `added`, nothing was written. */
export type Registration = RegisteredVersion | Exclude<AddedVersion, { kind: 'added' }>;

export interface RegistrationStore {
  /**
   * Adds a version by `addVersion` in its own transaction, which also withdraws the deletions of its
   * files. After an error the version may exist; ask `outcomeOf`.
   * @throws Error when the deletion of a file has begun
   */
  register(
    target: VersionTarget,
    version: NewVersion,
    deletions: readonly bigint[],
  ): Promise<Registration>;
  /**
   * Finds out whether a version exists whose `register` failed.
   * @returns null when it does not and never will
   * @throws Error when that is unknown: the database is unreachable, or the transaction is still open
   */
  outcomeOf(
    version: Pick<NewVersion, 'id'>,
    target: Pick<VersionTarget, 'projectId'>,
  ): Promise<RegisteredVersion | null>;
}

/** The limits of the transaction that asks, in milliseconds. */
const OUTCOME_TRANSACTION = { maxWait: 2_000, timeout: 10_000 } as const;

export function createRegistrationStore(database: Database): RegistrationStore {
  return {
    register: (target, version, deletions) =>
      database.$transaction(async (transaction) => {
        const added = await addVersion(transaction, target, version);
        if (added.kind !== 'added') return added;
        if (!(await withdrawDeletions(transaction, deletions))) {
          throw new Error('The files of the upload were deleted: it took more than a day');
        }
        return await registered(transaction, added);
      }, TRANSACTION),
    outcomeOf: ({ id }, { projectId }) =>
      database.$transaction(async (transaction) => {
        // Prisma's client cannot set a parameter of the server.
        await transaction.$executeRaw`SET LOCAL lock_timeout = '5s'`;
        // A transaction that has yet to commit holds the shared lock of the project. The version is read
        // by a later statement, which sees what was committed during the wait.
        await waitForSharedLocks(transaction, projectId);
        const version = await transaction.datasetVersion.findUnique({
          where: { id },
          select: { datasetId: true, versionNumber: true },
        });
        if (version === null) return null;
        const { datasetId, versionNumber: number } = version;
        return await registered(transaction, { datasetId, number });
      }, OUTCOME_TRANSACTION),
  };
}

async function registered(
  transaction: Prisma.TransactionClient,
  { datasetId, number }: { readonly datasetId: string; readonly number: number },
): Promise<RegisteredVersion> {
  const dataset = await findDataset(transaction, datasetId);
  if (dataset === null) throw new Error(`The dataset ${datasetId} of a new version is missing`);
  return { kind: 'added', number, dataset };
}
