import { GROUP, VERSION } from './run.ts';

/** API paths of collections in a namespace. */
export const paths = {
  runs: (namespace: string): string => `/apis/${GROUP}/${VERSION}/namespaces/${namespace}/runs`,
  schedules: (namespace: string): string =>
    `/apis/${GROUP}/${VERSION}/namespaces/${namespace}/schedules`,
  cronJobs: (namespace: string): string => `/apis/batch/v1/namespaces/${namespace}/cronjobs`,
  jobs: (namespace: string): string => `/apis/batch/v1/namespaces/${namespace}/jobs`,
  pods: (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`,
  secrets: (namespace: string): string => `/api/v1/namespaces/${namespace}/secrets`,
  events: (namespace: string): string => `/api/v1/namespaces/${namespace}/events`,
};
