import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadOperatorConfig } from './config.ts';

describe('the configuration of the operator', () => {
  let folder: string;
  let settings: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-operator-config-'));
    settings = path.join(folder, 'jobs.json');
    writeFileSync(settings, JSON.stringify({ image: 'runner:1' }));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function least(): Record<string, string> {
    return { OPERATOR_NAMESPACE: 'data', HOSTNAME: 'pod-1', OPERATOR_JOB_SETTINGS: settings };
  }

  it('has a default for all but the namespace, the name and the settings of Jobs', () => {
    expect(loadOperatorConfig({ ...least(), OPERATOR_FAILPOINT: '' })).toMatchObject({
      namespace: 'data',
      isElected: true,
      leaseSeconds: 15,
      retention: { doneSeconds: 3600, failedSeconds: 86_400 },
      failpoint: undefined,
      jobs: { image: 'runner:1', startDeadlineSeconds: 900, quotaDeadlineSeconds: 3600 },
    });
  });

  it('names every variable that is invalid', () => {
    const wrong = { ...least(), OPERATOR_WORKERS: '0', OPERATOR_FAILPOINT: 'nowhere' };
    expect(() => loadOperatorConfig(wrong)).toThrow(/OPERATOR_WORKERS[^]*OPERATOR_FAILPOINT/);
  });

  it('names every field of the settings that is invalid', () => {
    writeFileSync(settings, JSON.stringify({ image: '', scratch: 10, later: true }));
    expect(() => loadOperatorConfig(least())).toThrow(/jobs\.json is invalid[^]*image[^]*scratch/);
  });

  it('names the settings file when it is not JSON', () => {
    writeFileSync(settings, '{');
    expect(() => loadOperatorConfig(least())).toThrow(/jobs\.json is invalid[^]*JSON/);
  });

  it('ignores and names fields of a later version, as a rollout and a rollback bring them', () => {
    const later = {
      image: 'runner:2',
      gpu: { count: 1 },
      limits: { maxCpu: '4', maxDisk: '1Gi' },
      imagePullSecrets: [{ name: 'a' }, { name: 'b', namespace: 'c' }],
    };
    writeFileSync(settings, JSON.stringify(later));
    const { jobs, unknownJobSettings } = loadOperatorConfig(least());
    expect(jobs).toMatchObject({
      image: 'runner:2',
      limits: { maxCpu: '4' },
      imagePullSecrets: [{ name: 'a' }, { name: 'b' }],
    });
    expect(unknownJobSettings.toSorted()).toEqual([
      'gpu',
      'imagePullSecrets.1.namespace',
      'limits.maxDisk',
    ]);
  });
});
