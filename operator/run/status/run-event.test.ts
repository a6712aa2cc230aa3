import {
  drained,
  exited,
  job,
  decideScene,
  pod,
  runOf,
  started,
  waiting,
  working,
  type Scene,
} from '../../../test/support/run-scene.ts';
import { EXIT_CODE } from '../../../runner/domain/exit-code.ts';
import type { ObjectEvent } from '../../events/object-event.ts';
import { runEvent } from './run-event.ts';

/** The Event of the transition from a scene to the status that is decided for it. */
function eventFor(scene: Scene): ObjectEvent | null {
  const before = runOf(scene);
  const { status } = decideScene(scene);
  return runEvent(before, { ...before, status: status ?? before.status });
}

const unscheduled = { ...pod, unscheduled: { reason: 'Unschedulable', message: 'no memory' } };

describe('the Event of a transition of a Run', () => {
  it.each<[string, Scene]>([
    ['JobCreated', {}],
    ['PodPending', { pods: [pod] }],
    ['Running', { pods: [working] }],
    ['Completed', { pods: [exited(EXIT_CODE.success)] }],
    ['Cancelling', { pods: [working], spec: { cancelRequested: true } }],
    ['Cancelled', { jobs: [], spec: { cancelRequested: true }, isFresh: true }],
  ])('is normal: %s', (reason, scene) => {
    expect(eventFor(scene)).toMatchObject({ kind: 'Run', name: 'run', reason, type: 'Normal' });
  });

  it.each<[string, Scene]>([
    ['Unschedulable', { pods: [unscheduled] }],
    ['ImagePullBackOff', { pods: [waiting('ImagePullBackOff')] }],
    ['QuotaExceeded', { podRejection: 'exceeded quota: cpu' }],
    ['FlowFailed', { pods: [exited(EXIT_CODE.flowFailed)] }],
    ['OOMKilled', { pods: [exited(137, {}, { reason: 'OOMKilled' })] }],
    ['AttemptLost', { pods: [exited(143, { disruption: drained })], jobs: [job], isFresh: true }],
  ])('is a warning: %s', (reason, scene) => {
    expect(eventFor(scene)).toMatchObject({ reason, type: 'Warning' });
  });

  it('is emitted once for each attempt', () => {
    const status = decideScene({ pods: [working] }).status ?? started;
    const before = runOf({ status });
    expect(runEvent(before, before)).toBeNull();
    const next = { ...before, status: { ...status, attempt: 2 } };
    expect(runEvent(before, next)).toMatchObject({ reason: 'Running', occasion: '2' });
  });
});
