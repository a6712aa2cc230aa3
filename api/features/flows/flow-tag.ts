import { ApiError } from '../../http/errors.ts';
import type { Precondition } from '../../domain/flows/precondition.ts';
import { ifMatch } from '../../http/requests/if-match.ts';
import { StaleFlowError } from '../../domain/flows/service.ts';
import type { FlowRecord } from '../../domain/flows/store.ts';

/**
 * The strong entity tag of a flow: the version of the saved flow, a dot and the time of its last run, which
 * the representation shows too.
 */
export function flowTag({ version, lastRunAt }: FlowRecord): string {
  return `"${version}.${lastRunAt?.getTime().toString(36) ?? '0'}"`;
}

/** `If-Match` of a change; it ignores the time of the last run, which changes nothing saved. */
export function flowPrecondition(header: string | undefined): Precondition | null {
  return ifMatch(header, (tag) => /^(.+)\.[0-9a-z]+$/.exec(tag)?.[1] ?? null);
}

/** @throws ApiError 412 with the current tag of the flow for a StaleFlowError; other errors of `work` */
export async function refusingStale<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StaleFlowError)) throw error;
    const { flow } = error;
    throw new ApiError(
      412,
      `The flow "${flow.name}" has changed since the state that If-Match names. Fetch it again and repeat the change.`,
      { ETag: flowTag(flow) },
    );
  }
}
