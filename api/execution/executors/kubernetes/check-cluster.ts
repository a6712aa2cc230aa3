import { randomUUID } from 'node:crypto';
import {
  isInvalid,
  isNotFound,
  KubeApiError,
} from '../../../../kubernetes/client/kube-api-error.ts';
import type { RequestOptions } from '../../../../kubernetes/client/kube-api.ts';
import { GROUP, VERSION } from '../../../../kubernetes/resources/run.ts';
import type { ClusterNamespace } from './cluster/open-cluster.ts';
import { resourceLabels } from './cluster/resource-labels.ts';
import { runManifest, type DispatchableRun } from './run-resource/run-resource.ts';
import { scheduleManifest, type DesiredSchedule } from './schedules/schedule-resource.ts';

/** The result of one check. */
export interface ClusterFinding {
  readonly what: string;
  /** What is wrong and what to do; null when the check succeeded. */
  readonly fault: string | null;
}

/** The custom resources that the service creates. */
export const KINDS = [
  { kind: 'Run', plural: 'runs', sample: sampleRun },
  { kind: 'Schedule', plural: 'schedules', sample: sampleSchedule },
] as const;
type Kind = (typeof KINDS)[number];

/** The verbs that the service needs for each kind; the chart's Role allows them. */
export const VERBS = ['get', 'list', 'watch', 'create', 'patch', 'delete'] as const;

const ANSWER_WITHIN_MS = 5_000;
const REVIEW = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview' } as const;

/**
 * Checks whether the cluster can execute runs: the API server responds, has the CRDs of this version and
 * the namespace, and grants the required rights. It creates nothing that persists.
 */
export async function checkCluster(place: ClusterNamespace): Promise<ClusterFinding[]> {
  const noAnswer = await ask(place, '/version').then(() => null, unreachableFault);
  const cluster = { what: 'cluster', fault: noAnswer };
  // All other requests would fail in the same way.
  if (noAnswer !== null) return [cluster];
  const known = await knownKinds(place);
  const made = await Promise.all(KINDS.map((kind) => checkKind(place, kind, known)));
  const noPlace = made.find(({ noPlace: fault }) => fault !== null)?.noPlace ?? null;
  const rights = await Promise.all(KINDS.map((kind) => checkRights(place, kind)));
  return [
    cluster,
    ...made.map(({ finding }) => finding),
    { what: 'namespace', fault: noPlace },
    ...rights,
  ];
}

async function ask<T>(
  { api }: ClusterNamespace,
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

/** The plurals of the kinds that the API server knows; or what it says instead. */
async function knownKinds(place: ClusterNamespace): Promise<readonly string[] | Error> {
  try {
    const path = `/apis/${GROUP}/${VERSION}`;
    const { resources } = await ask<{ resources: readonly { name: string }[] }>(place, path);
    return resources.map(({ name }) => name);
  } catch (error) {
    return isNotFound(error) ? [] : asError(error);
  }
}

/** One line for all verbs: what is missing is missing together, most often. */
async function checkRights(
  place: ClusterNamespace,
  { kind, plural }: Kind,
): Promise<ClusterFinding> {
  const what = `rights to ${kind}s`;
  try {
    const allowed = await Promise.all(VERBS.map((verb) => isAllowed(place, verb, plural)));
    const missing = VERBS.filter((_, n) => allowed[n] === false);
    if (missing.length === 0) return { what, fault: null };
    return {
      what,
      fault: `This account may not ${missing.join(', ')} ${kind}s in the namespace ${place.namespace}. Bind it to the Role that the chart makes for the API.`,
    };
  } catch (error) {
    return { what, fault: messageOf(error) };
  }
}

async function isAllowed(
  place: ClusterNamespace,
  verb: string,
  resource: string,
): Promise<boolean> {
  const resourceAttributes = { namespace: place.namespace, verb, group: GROUP, resource };
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const body = { ...REVIEW, spec: { resourceAttributes } };
  const request = { method: 'POST', body } as const;
  const { status } = await ask<{ status: { allowed: boolean } }>(place, path, request);
  return status.allowed;
}

interface KindCheck {
  readonly finding: ClusterFinding;
  /** Why the namespace admits no object of the kind; null when no reason is known. */
  readonly noPlace: string | null;
}

/** Creates an object with every field as a dry run, and classifies the rejection. */
async function checkKind(
  place: ClusterNamespace,
  { kind, plural, sample }: Kind,
  known: readonly string[] | Error,
): Promise<KindCheck> {
  const what = `${kind} resource`;
  const checked = (fault: string | null, noPlace: string | null = null): KindCheck => {
    return { finding: { what, fault }, noPlace };
  };
  if (known instanceof Error) return checked(messageOf(known));
  if (!known.includes(plural)) return checked(unknownFault(kind));
  const path = `/apis/${GROUP}/${VERSION}/namespaces/${place.namespace}/${plural}`;
  const query = { dryRun: 'All', fieldValidation: 'Strict' };
  const making = ask(place, path, { method: 'POST', query, body: sample(randomUUID()) });
  const refusal = await making.then(() => null, asError);
  if (refusal === null) return checked(null);
  if (isOfOtherVersion(refusal)) return checked(otherVersionFault(kind, refusal));
  return checked(null, noPlaceFault(place, kind, refusal));
}

function sampleRun(id: string): object {
  const run: DispatchableRun = {
    runId: id,
    flowId: id,
    projectId: id,
    engine: 'polars',
    trigger: 'manual',
    timeoutSeconds: 0,
    resources: { cpu: '1', memory: '1Gi' },
    runtime: 'python',
    secrets: ['env:A'],
    traceparent: null,
    scheduleId: id,
    scheduledFor: new Date(0),
  };
  return runManifest(run, id);
}

function sampleSchedule(id: string): object {
  const spec: DesiredSchedule['spec'] = {
    scheduleId: id,
    flowId: id,
    cron: '0 0 * * *',
    timeZone: 'Etc/UTC',
    suspend: true,
    timeoutSeconds: 0,
    resources: { cpu: '1', memory: '1Gi' },
    runtime: 'python',
  };
  const labels = resourceLabels({ installation: id, flowId: id, projectId: id });
  return scheduleManifest({ labels, spec });
}

function unknownFault(kind: string): string {
  return `The cluster does not know ${kind}s (${GROUP}/${VERSION}). Install the chart, which brings their definition.`;
}

function isOfOtherVersion(refusal: Error): boolean {
  return refusal instanceof KubeApiError && (refusal.code === 400 || isInvalid(refusal));
}

function otherVersionFault(kind: string, refusal: Error): string {
  return `The cluster knows ${kind}s of another version (${messageOf(refusal)}). Upgrade the chart, and with it their definition.`;
}

function noPlaceFault({ namespace }: ClusterNamespace, kind: string, refusal: Error): string {
  return isNotFound(refusal)
    ? `There is no namespace ${namespace}. Create it, or name another in SERVICE_KUBERNETES_NAMESPACE.`
    : `A ${kind} cannot be made in the namespace ${namespace}: ${messageOf(refusal)}`;
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** For a request without a response, only the cause of the error has the reason. */
function messageOf(error: unknown): string {
  const { cause, message } = asError(error);
  if (typeof cause !== 'object' || cause === null || !('message' in cause)) return message;
  return typeof cause.message === 'string' && cause.message !== '' ? cause.message : message;
}
