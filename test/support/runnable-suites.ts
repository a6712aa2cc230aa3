import path from 'node:path';
import { lackForNetworkPolicies } from '../cluster/network-policies.ts';
import { toolsNamed } from '../cluster/tools.ts';
import { givenCluster } from '../e2e/support/given-cluster.ts';
import { lackForBrowser } from './browser.ts';
import { CONTROL_PLANE_TOOLS } from './control-plane.ts';
import { lackForAzure } from './azure-server.ts';
import { lackForGcs } from './gcs-server.ts';
import { goTool } from './go-tool.ts';
import { lackForMariadb } from './mariadb-server.ts';
import { MONGO_SERVER } from './mongo-server.ts';
import { S3_SERVER } from './s3-server.ts';
import { lackForSchemathesis } from './schemathesis.ts';
import { skipSuite } from './skips.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/** A prerequisite of whole test files that a machine may lack. */
interface Need {
  /** Provides it, which takes minutes the first time. @returns the reason for a skip; null when it is available */
  readonly lack: () => Promise<string | null>;
  /** The name of each suite in reports, by path. */
  readonly suites: Readonly<Record<string, string>>;
}

const NEEDS: readonly Need[] = [
  {
    lack: lackForControlPlane,
    suites: {
      'operator/operator.test.ts': 'operator',
      'operator/rejected-jobs.test.ts': 'Jobs that the API server rejects',
      'operator/unreadable-runs.test.ts': 'Runs of a newer version',
      'kubernetes/resources/custom-resource-definition.test.ts':
        'definitions of Runs and Schedules',
    },
  },
  {
    lack: lackForServers,
    suites: {
      'api/execution/executors/kubernetes/schedules/kubernetes-cron.test.ts': 'times of CronJobs',
      'api/execution/executors/kubernetes/kubernetes-runs.test.ts': 'runs in a cluster',
      'api/execution/executors/kubernetes/kubernetes-schedules.test.ts': 'schedules in a cluster',
      'api/execution/executors/kubernetes/recovery.test.ts': 'runs in a cluster',
      'api/execution/executors/kubernetes/service.test.ts': 'the service with a cluster',
      'api/features/runs/events/events-in-cluster.test.ts': 'events of runs in a cluster',
      'api/features/runs/runs-on-s3.test.ts': 'runs on S3',
      'test/contract/accepted-runs.test.ts': 'runs that were accepted by a killed server',
    },
  },
  {
    lack: lackForSchemathesis,
    suites: { 'test/contract/property-based-client.test.ts': 'property-based client' },
  },
  {
    lack: () => Promise.resolve(lackForMariadb()),
    suites: {
      'runner/connectors/providers/mysql/mysql-driver.test.ts': 'the driver of MySQL',
      'runner/connectors/providers/mysql/mysql-tls.test.ts': 'TLS of MySQL',
      'runner/connectors/providers/mysql/mysql-window.test.ts': 'incremental reads of MySQL',
      'test/parity/sql/pushed-mysql.test.ts': 'pushdown to MySQL',
      'test/contract/mysql-nodes.test.ts': 'nodes on MySQL',
    },
  },
  {
    lack: async () => ((await goTool(MONGO_SERVER)) === null ? NO_GO : null),
    suites: {
      'runner/connectors/providers/mongodb/mongodb-driver.test.ts': 'the driver of MongoDB',
      'runner/connectors/providers/mongodb/mongodb-interrupted.test.ts': 'lost writes of MongoDB',
      'runner/connectors/providers/mongodb/mongodb-lock.test.ts': 'locks in MongoDB',
      'runner/connectors/providers/mongodb/mongodb-tls.test.ts': 'TLS of MongoDB',
      'test/contract/mongodb-nodes.test.ts': 'nodes on MongoDB',
    },
  },
  {
    lack: lackForAzure,
    suites: {
      'runner/connectors/providers/azure-blob/azure-access.test.ts': 'access to Azure',
      'runner/connectors/providers/azure-blob/azure-driver.test.ts': 'the driver of Azure',
      'test/contract/azure-connections.test.ts': 'connections to Azure',
    },
  },
  {
    lack: lackForGcs,
    suites: {
      'runner/connectors/providers/gcs/gcs-access.test.ts': 'access to Google Cloud Storage',
      'runner/connectors/providers/gcs/gcs-driver.test.ts': 'the driver of Google Cloud Storage',
      'test/contract/gcs-connections.test.ts': 'connections to Google Cloud Storage',
    },
  },
  {
    lack: lackForBrowser,
    suites: { 'test/contract/landing-page.test.ts': 'the page at / in a browser' },
  },
  {
    // They act on the machine of the cluster.
    lack: lackForOwnCluster,
    suites: {
      'test/e2e/faults/killed.test.ts': 'killed API and operator',
      'test/e2e/faults/silent-connections.test.ts': 'silent connections to the API server',
      'test/e2e/images.test.ts': 'images',
      'test/e2e/schedules/missed.test.ts': 'times that schedules missed in a cluster',
      'test/e2e/schedules/ticks.test.ts': 'schedules in a cluster',
      'test/e2e/standalone.test.ts': 'the image for one machine',
      'test/e2e/truth/killed-runner.test.ts': 'killed runner',
      'test/e2e/whole-cluster/control-plane.test.ts': 'failures of the control plane',
      'test/e2e/whole-cluster/scheduler.test.ts': 'start of the cluster',
    },
  },
  {
    lack: async () => (await lackForOwnCluster()) ?? (await lackForNetworkPolicies()),
    suites: { 'test/e2e/network-policies.test.ts': 'enforced network policies' },
  },
];

/**
 * Jest's filter of test files. Provides their prerequisites before a test's timeout starts, and skips and
 * reports the files that cannot run here.
 * @throws Error when every suite is required
 */
async function runnableSuites(files: readonly string[]): Promise<{ filtered: readonly string[] }> {
  const leftOut = new Set<string>();
  for (const { lack, suites } of NEEDS) {
    const needing = files.filter((file) => relative(file) in suites);
    const reason = needing.length === 0 ? null : await lack();
    if (reason === null) continue;
    for (const file of needing) {
      skipSuite(suites[relative(file)] ?? file, reason);
      leftOut.add(file);
    }
  }
  return { filtered: files.filter((file) => !leftOut.has(file)) };
}

function relative(file: string): string {
  return path.relative(root, file).replaceAll(path.sep, '/');
}

const NO_GO = 'its servers are built by Go: install Go 1.26 or newer';

async function lackForControlPlane(): Promise<string | null> {
  return (await toolsNamed(CONTROL_PLANE_TOOLS)) === null ? NO_GO : null;
}

async function lackForServers(): Promise<string | null> {
  return (await lackForControlPlane()) ?? ((await goTool(S3_SERVER)) === null ? NO_GO : null);
}

function lackForOwnCluster(): Promise<string | null> {
  const lack = "it needs the suite's own cluster: unset MILLRACE_E2E_KUBECONFIG";
  return Promise.resolve(givenCluster() === null ? null : lack);
}

// Jest loads its filter with require and calls the export.
export { runnableSuites as 'module.exports' };
