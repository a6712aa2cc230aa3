import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installChart, type Values } from '../../cluster/release.ts';
import { sh } from '../../cluster/shell.ts';
import { toolsNamed } from '../../cluster/tools.ts';
import type { GivenCluster } from './given-cluster.ts';
import { Kubernetes } from './kubernetes.ts';
import type { Namespace, Place } from './place.ts';
import type { TestCluster } from './test-cluster.ts';
import { RELEASE, TEST_VALUES } from './test-values.ts';
import { openTunnel } from './tunnel.ts';

const KIND_LOAD = path.resolve(import.meta.dirname, '../../../k8s/kind-load.sh');
const KIND = 'kind-';
/** Removes the resource definitions with the release, unless another release owns them. */
const LEAVE_NOTHING: Values = { crds: { keep: false } };

/**
 * A cluster that is not the suite's own, reached by way of its API server alone. It takes one
 * installation: its nodes are not known.
 */
export function openGivenCluster(given: GivenCluster): TestCluster {
  const removals: (() => Promise<void>)[] = [];
  return {
    maxInstallations: 1,
    install: async (_, values = {}) => {
      const installation = await installOnGiven(given, values);
      removals.push(installation.remove);
      return [installation.place];
    },
    remove: async () => {
      for (const remove of removals) await remove();
    },
  };
}

interface Installation {
  readonly place: Place;
  readonly remove: () => Promise<void>;
}

async function installOnGiven(
  { kubeconfig, values: given }: GivenCluster,
  values: Values,
): Promise<Installation> {
  const namespace = `millrace-e2e-${Date.now().toString(36)}`;
  const where: Namespace = { kubeconfig, namespace, tools: await installedTools() };
  const images = given ?? loadIntoKind(where);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-e2e-'));
  try {
    const release = { name: RELEASE, namespace };
    const all = [TEST_VALUES, LEAVE_NOTHING, images, values];
    await installChart({ kubeconfig, folder }, where.tools, release, all);
    return await reach(where);
  } catch (error) {
    removeAll(where);
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function reach(where: Namespace): Promise<Installation> {
  const kubernetes = new Kubernetes(where);
  const api = await openTunnel(kubernetes, 'api', 8055);
  const s3 = await openTunnel(kubernetes, 's3', 7070);
  const postgres = await openTunnel(kubernetes, 'postgres', 5432);
  return {
    place: { ...where, api: api.url, s3: s3.url, postgres: postgres.url },
    remove: async () => {
      await Promise.all([api, s3, postgres].map((tunnel) => tunnel.close()));
      await kubernetes.close();
      removeAll(where);
    },
  };
}

function removeAll({ kubeconfig, namespace, tools: { helm, kubectl } }: Namespace): void {
  const at = ['--kubeconfig', kubeconfig];
  sh(helm, 'uninstall', RELEASE, ...at, '-n', namespace, '--ignore-not-found', '--wait');
  sh(kubectl, 'delete', 'namespace', namespace, ...at, '--ignore-not-found');
}

/** Paths of kubectl and helm: those of the machine, else built by Go. */
async function installedTools(): Promise<Namespace['tools']> {
  if (isInstalled('kubectl') && isInstalled('helm')) return { kubectl: 'kubectl', helm: 'helm' };
  const tools = await toolsNamed(['kubectl', 'helm']);
  if (tools === null) throw new Error('Install kubectl and helm, or Go 1.26 or newer.');
  return tools;
}

function isInstalled(program: string): boolean {
  try {
    sh('which', program);
    return true;
  } catch {
    return false;
  }
}

/** Builds images of the present code and loads them into kind. @returns the values that name them */
function loadIntoKind({ kubeconfig, tools: { kubectl } }: Namespace): Values {
  const context = sh(kubectl, 'config', 'current-context', '--kubeconfig', kubeconfig).trim();
  if (!context.startsWith(KIND)) {
    throw new Error(
      `${context} is not a cluster of kind: set MILLRACE_E2E_VALUES to a file of values that names the images`,
    );
  }
  const tag = `e2e-${Date.now()}`;
  execFileSync(KIND_LOAD, [context.slice(KIND.length), tag], { stdio: 'inherit' });
  return { images: { tag } };
}
