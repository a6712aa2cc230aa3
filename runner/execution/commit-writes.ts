import type { JobConnections } from '../connectors/job-connections.ts';
import { UnknownOutcomeError, type PendingWrite } from '../connectors/pending-write.ts';
import { nodeName, UserError } from '../domain/errors.ts';
import { nodeLabel } from '../domain/graph.ts';
import { objectKeys } from '../domain/object-keys.ts';
import type { PlannedNode } from '../graph/validate-graph.ts';
import { ObjectExistsError } from '../storage/object-store.ts';
import { failureReason, isDefect } from './failure-reason.ts';
import type { OutputTarget } from './write-output.ts';

/** What an output node wrote to a connection. */
export interface ConnectionWrite {
  readonly step: PlannedNode;
  readonly connectionId: string;
  readonly pending: PendingWrite;
}

/** A commit that failed. */
export interface FailedCommit {
  readonly step: PlannedNode;
  /** A UserError when writes are visible, or may be: it names them. */
  readonly error: unknown;
}

interface CommitRequest<F> extends OutputTarget<F> {
  readonly connections: JobConnections;
  readonly onDefect: (error: unknown) => void;
}

/**
 * Makes the writes to databases and storages visible, one after the other, if no other attempt of the run did that
 * or may have done it: an attempt that was considered lost can still be running.
 * @returns null when all are visible
 * @throws UserError before any is visible
 */
export async function commitWrites<F>(
  writes: readonly ConnectionWrite[],
  request: CommitRequest<F>,
): Promise<FailedCommit | null> {
  if (writes.length === 0) return null;
  await claimCommit(request);
  for (const [place, { step, pending }] of writes.entries()) {
    try {
      await pending.commit();
    } catch (error) {
      const known = {
        visible: visibleOf(writes, place),
        uncertain: uncertainOf(writes, place, error),
      };
      return { step, error: incomplete(error, known, request) };
    }
  }
  return null;
}

/** The writes that are visible when so many commits have succeeded. */
function visibleOf(writes: readonly ConnectionWrite[], count: number): readonly ConnectionWrite[] {
  const open = new Set(writes.slice(count).map(({ pending }) => pending.transaction));
  return writes
    .slice(0, count)
    .filter(({ pending }) => pending.transaction === undefined || !open.has(pending.transaction));
}

/** The writes that may be visible when the commit at a place has failed. */
function uncertainOf(
  writes: readonly ConnectionWrite[],
  place: number,
  error: unknown,
): readonly ConnectionWrite[] {
  if (!(error instanceof UnknownOutcomeError)) return [];
  const transaction = writes[place]?.pending.transaction;
  return writes.filter(
    ({ pending }, at) =>
      at === place || (transaction !== undefined && pending.transaction === transaction),
  );
}

/** The reason of a failure, and what a person has to undo: connections have no transaction in common. */
function incomplete<F>(
  error: unknown,
  { visible, uncertain }: Readonly<Record<'visible' | 'uncertain', readonly ConnectionWrite[]>>,
  { connections, onDefect }: CommitRequest<F>,
): unknown {
  if (visible.length + uncertain.length === 0) return error;
  if (isDefect(error)) onDefect(error);
  const namesOf = (writes: readonly ConnectionWrite[]): string =>
    writes
      .map(({ step: { node }, connectionId }) => {
        const label = nodeName({ id: node.id, label: nodeLabel(node) });
        return `${label} to the connection "${connections.nameOf(connectionId)}"`;
      })
      .join(', ');
  const sentences = [failureReason(error).replace(/[^.!?]$/, '$&.')];
  if (uncertain.length > 0) {
    sentences.push(
      `These outputs may have been written all the same: ${namesOf(uncertain)}. Look there before the flow runs again.`,
    );
  }
  if (visible.length > 0) {
    sentences.push(
      `Before that, these outputs were written, and stay: ${namesOf(visible)}. Undo them before the flow runs again, unless it replaces them.`,
    );
  }
  return new UserError(sentences.join(' '), { cause: error });
}

/** @throws UserError when another attempt has claimed it */
async function claimCommit<F>({ store, runId, attempt }: OutputTarget<F>): Promise<void> {
  const key = objectKeys.runCommit(runId);
  const own = JSON.stringify({ attempt });
  try {
    await store.put(key, own, { ifAbsent: true });
  } catch (error) {
    if (!(error instanceof ObjectExistsError)) throw error;
    // The client repeats a put whose response was lost, and then finds its own claim.
    if ((await store.getText(key)) !== own) {
      throw new UserError(
        'An earlier attempt of this run has written to its connections, or may have. Check what they have, then start the flow again.',
      );
    }
  }
}
