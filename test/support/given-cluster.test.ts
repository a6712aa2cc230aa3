import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { givenCluster } from '../e2e/support/given-cluster.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-given-cluster-'));
const kubeconfig = path.join(folder, 'kubeconfig');
const valuesFile = path.join(folder, 'values.yaml');
writeFileSync(kubeconfig, '');
writeFileSync(valuesFile, 'images: { tag: abc }\n');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the cluster of the end-to-end suite', () => {
  it('is started by the suite, even when KUBECONFIG is set', () => {
    expect(givenCluster({ KUBECONFIG: kubeconfig })).toBeNull();
    expect(givenCluster({ KUBECONFIG: kubeconfig, MILLRACE_E2E_KUBECONFIG: '' })).toBeNull();
  });

  it('is the cluster of MILLRACE_E2E_KUBECONFIG, with values for the chart', () => {
    expect(
      givenCluster({ MILLRACE_E2E_KUBECONFIG: kubeconfig, MILLRACE_E2E_VALUES: valuesFile }),
    ).toEqual({ kubeconfig, values: { images: { tag: 'abc' } } });
    expect(givenCluster({ MILLRACE_E2E_KUBECONFIG: kubeconfig })?.values).toBeNull();
  });

  it('is rejected when its kubeconfig does not exist', () => {
    const missing = path.join(folder, 'missing');
    expect(() => givenCluster({ MILLRACE_E2E_KUBECONFIG: missing })).toThrow(
      `MILLRACE_E2E_KUBECONFIG names ${missing}, which does not exist`,
    );
  });
});
