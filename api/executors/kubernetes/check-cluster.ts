import { randomUUID } from 'node:crypto';
import { isInvalid, isNotFound, KubeApiError } from '../../../operator/kube/kube-api-error.ts';
import type { RequestOptions } from '../../../operator/kube/kube-api.ts';
import { GROUP, VERSION } from '../../../operator/resources/run.ts';
import type { ClusterPlace } from './open-cluster.ts';
import { runManifest, type HandedRun } from './run-resource.ts';

/** One thing that was looked at. */
export interface ClusterFinding {
  readonly what: string;
  /** What is wrong and what to do; null when all is well. */
  readonly fault: string | null;
}

/** What the service does with Runs: what the chart's Role for it allows. */
export const RUN_VERBS = ['get', 'list', 'watch', 'create', 'patch', 'delete'] as const;

const DEFINITION = 'Run resource';
const ANSWER_WITHIN_MS = 5_000;
const REVIEW = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview' } as const;

/**
 * Whether runs could be executed there: the API server answers, knows Runs as this version makes
 * them, has the namespace and allows what is needed. Nothing is left behind.
 */
export async function checkCluster(place: ClusterPlace): Promise<ClusterFinding[]> {
  const noAnswer = await ask(place, '/version').then(() => null, unreachableFault);
  const cluster = { what: 'cluster', fault: noAnswer };
  // Whatever else is asked of it would get the same answer.
  if (noAnswer !== null) return [cluster];
  const unknown = await ask(place, `/apis/${GROUP}/${VERSION}`).then(() => null, unknownFault);
  const made = unknown === null ? await checkByRun(place) : [{ what: DEFINITION, fault: unknown }];
  const rights = await Promise.all(RUN_VERBS.map((verb) => checkRight(place, verb)));
  return [cluster, ...made, ...rights];
}

async function ask<T>(
  { api }: ClusterPlace,
  path: string,
  options: RequestOptions = {},
): Promise<T> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  return await api.request<T>(path, { ...options, signal });
}

function unreachableFault(error: unknown): string {
  if (error instanceof KubeApiError) {
    return `The API server refuses this account (${messageOf(error)}). Check its credentials.`;
  }
  return `The API server cannot be reached (${messageOf(error)}). Check KUBECONFIG, or the network policies of the pod.`;
}

function unknownFault(error: unknown): string {
  if (!isNotFound(error)) return messageOf(error);
  return `The cluster does not know Runs (${GROUP}/${VERSION}). Install the chart, which brings their definition.`;
}

async function checkRight(place: ClusterPlace, verb: string): Promise<ClusterFinding> {
  const what = `${verb} Runs`;
  const { namespace } = place;
  const resourceAttributes = { namespace, verb, group: GROUP, resource: 'runs' };
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const body = { ...REVIEW, spec: { resourceAttributes } };
  try {
    const { status } = await ask<{ status: { allowed: boolean } }>(place, path, {
      method: 'POST',
      body,
    });
    if (status.allowed) return { what, fault: null };
  } catch (error) {
    return { what, fault: messageOf(error) };
  }
  return {
    what,
    fault: `This account may not ${verb} Runs in the namespace ${namespace}. Bind it to the Role that the chart makes for the API.`,
  };
}

/** Makes a Run with every field, up to its storing: by what refuses it the rest is known. */
async function checkByRun(place: ClusterPlace): Promise<ClusterFinding[]> {
  const id = randomUUID();
  const run: HandedRun = {
    ...{ runId: id, flowId: id, projectId: id, engine: 'polars', trigger: 'manual' },
    ...{ timeoutSeconds: 0, resources: { cpu: '1', memory: '1Gi' }, traceparent: null },
  };
  const path = `/apis/${GROUP}/${VERSION}/namespaces/${place.namespace}/runs`;
  const query = { dryRun: 'All', fieldValidation: 'Strict' };
  const making = ask(place, path, { method: 'POST', query, body: runManifest(run, id) });
  const refusal = await making.then(() => null, asError);
  const isOther = refusal !== null && isOfOtherVersion(refusal);
  return [
    { what: DEFINITION, fault: isOther ? otherVersionFault(refusal) : null },
    { what: 'namespace', fault: isOther || refusal === null ? null : noPlaceFault(place, refusal) },
  ];
}

function isOfOtherVersion(refusal: Error): boolean {
  return refusal instanceof KubeApiError && (refusal.code === 400 || isInvalid(refusal));
}

function otherVersionFault(refusal: Error): string {
  return `The cluster knows Runs of another version (${messageOf(refusal)}). Upgrade the chart, and with it their definition.`;
}

function noPlaceFault({ namespace }: ClusterPlace, refusal: Error): string {
  return isNotFound(refusal)
    ? `There is no namespace ${namespace}. Create it, or name another in SERVICE_KUBERNETES_NAMESPACE.`
    : `A Run cannot be made in the namespace ${namespace}: ${messageOf(refusal)}`;
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** A request that got no answer tells why only in its cause. */
function messageOf(error: unknown): string {
  const { cause, message } = asError(error);
  if (typeof cause !== 'object' || cause === null || !('message' in cause)) return message;
  return typeof cause.message === 'string' && cause.message !== '' ? cause.message : message;
}
