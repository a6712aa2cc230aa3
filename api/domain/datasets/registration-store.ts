import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import type { Prisma } from '../../../prisma/generated/client.ts';
import {
  addVersion,
  type AddedVersion,
  type NewVersion,
  type VersionTarget,
} from './add-version-store.ts';
import { outwaitSharers } from '../projects/project-lock-store.ts';
import { withdrawDeletions } from '../stored-objects/object-deletion-store.ts';
import { findDataset, type DatasetRecord } from './store.ts';

/** A version that is there, and its dataset as the transaction that asked for it saw it. */
export interface RegisteredVersion {
  readonly kind: 'added';
  readonly number: number;
  readonly dataset: DatasetRecord;
}

/** Anything but `added`: nothing was written. */
export type Registration = RegisteredVersion | Exclude<AddedVersion, { kind: 'added' }>;

export interface RegistrationStore {
  /**
   * Adds a version, see `addVersion`, in a transaction of its own, which withdraws the deletions of its
   * files. When it fails, it may be there.
   * @throws Error when a deletion has begun
   */
  register(
    target: VersionTarget,
    version: NewVersion,
    deletions: readonly bigint[],
  ): Promise<Registration>;
  /**
   * What became of a version whose `register` failed.
   * @returns null: it is not there, and will not be
   * @throws Error when that cannot be known: the database is away, or the transaction is not over
   */
  outcomeOf(
    version: Pick<NewVersion, 'id'>,
    target: Pick<VersionTarget, 'projectId'>,
  ): Promise<RegisteredVersion | null>;
}

/** The bounds of one question, in milliseconds. */
const QUESTION = { maxWait: 2_000, timeout: 10_000 } as const;

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
        await transaction.$executeRaw`SET LOCAL lock_timeout = '5s'`;
        // A transaction that still is to commit shares the project. The look at the version
        // is a statement of its own: it sees what was committed while this one waited.
        await outwaitSharers(transaction, projectId);
        const [row] = await transaction.$queryRaw<{ datasetId: string; number: number }[]>`
          SELECT dataset_id AS "datasetId", version_number AS number
          FROM dataset_versions WHERE id = ${id}`;
        return row === undefined ? null : await registered(transaction, row);
      }, QUESTION),
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
