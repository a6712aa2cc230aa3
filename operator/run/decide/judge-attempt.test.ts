import { jobSettingsSchema } from '../../job/job-settings.ts';
import { runSpecSchema } from '../../../kubernetes/resources/run.ts';
import { judgeAttempt, type AttemptVerdict } from './judge-attempt.ts';

const T0 = '2026-01-01T00:00:00Z';

function judgeFirst(resources: object, limits: object): AttemptVerdict {
  const settings = jobSettingsSchema.parse({ image: 'runner:1', limits });
  const spec = runSpecSchema.parse({
    runId: 'r1',
    flowId: 'f1',
    specKey: 'k',
    engine: 'polars',
    trigger: 'manual',
    resources,
  });
  const run = {
    name: 'run',
    namespace: 'n',
    uid: 'u1',
    generation: 1,
    createdAt: T0,
    isDeleting: false,
    isRecorded: false,
    spec,
    status: {},
  };
  const observation = {
    run,
    jobs: [],
    pods: [],
    podRejection: null,
    knowsPodRejections: true,
    jobRejection: null,
    isFresh: true,
  };
  return judgeAttempt(observation, 1, { spec, settings, now: new Date(T0) });
}

describe('an attempt without a Job', () => {
  it('has yet to get one when the run asks for what is allowed', () => {
    const allowed = judgeFirst({ memory: '4Gi' }, { maxMemory: '4Gi' });
    expect(allowed).toEqual({ kind: 'absent', needsProof: false });
  });

  it('fails in a sentence when the run asks for more', () => {
    expect(judgeFirst({ memory: '64Gi' }, { maxMemory: '4Gi' })).toEqual({
      kind: 'failed',
      reason: 'ResourcesRefused',
      message: 'The run asks for 64Gi of memory; at most 4Gi is allowed here.',
    });
  });
});
