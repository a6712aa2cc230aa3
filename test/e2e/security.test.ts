import { longFlow } from './support/flows.ts';
import { runAtWork } from './support/run-at-work.ts';
import { openStand, type Stand } from './support/stand.ts';

// Runs inside the pod.
const LOOK_AROUND = `
const fs = require('node:fs');
const ofProcess = (field) => fs.readFileSync('/proc/1/status', 'utf8').match(field + ':\\\\s*(.*)')[1];
const canWrite = (folder) => {
  try { fs.writeFileSync(folder + '/x', ''); return true; } catch { return false; }
};
const environment = Object.entries({ ...process.env }).map(String);
console.log(JSON.stringify({
  user: process.getuid(),
  capabilities: ofProcess('CapEff'),
  canGainMore: ofProcess('NoNewPrivs') !== '1',
  hasToken: fs.existsSync('/var/run/secrets/kubernetes.io'),
  databases: environment.filter((line) => /postgres|DATABASE/i.test(line)),
  written: ['/', '/app', '/etc', '/tmp', '/scratch'].filter(canWrite),
}));
`;

let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
});

afterAll(async () => {
  await stand.close();
});

/** Asks the API server whether the account of a component may do something. */
async function may(component: string, ...action: readonly string[]): Promise<boolean> {
  const { namespace } = stand.place;
  const account = `system:serviceaccount:${namespace}:millrace-${component}`;
  const answer = await stand.kubernetes
    .kubectl('auth', 'can-i', ...action, '--as', account)
    .catch(() => 'no');
  return answer.trim() === 'yes';
}

describe('the service account of', () => {
  it.each([
    ['operator', ['get', 'secrets']],
    ['operator', ['list', 'secrets']],
    ['operator', ['create', 'pods']],
    ['operator', ['get', 'jobs', '--namespace', 'kube-system']],
    ['operator', ['create', 'runs.millrace.dev']],
    ['operator', ['patch', 'schedules.millrace.dev']],
    ['operator', ['delete', 'cronjobs']],
    ['operator', ['list', 'cronjobs', '--namespace', 'kube-system']],
    ['api', ['get', 'secrets']],
    ['api', ['create', 'jobs']],
    ['api', ['get', 'cronjobs']],
    ['api', ['create', 'cronjobs']],
    ['api', ['update', 'schedules.millrace.dev', '--subresource=status']],
    ['api', ['get', 'pods']],
    ['api', ['update', 'runs.millrace.dev', '--subresource=status']],
    ['api', ['create', 'runs.millrace.dev', '--namespace', 'default']],
    ['runner', ['get', 'pods']],
    ['runner', ['get', 'runs.millrace.dev']],
    ['runner', ['get', 'schedules.millrace.dev']],
    ['runner', ['get', 'secrets']],
  ])('%s may not %j', async (component, action) => {
    expect(await may(component, ...action)).toBe(false);
  });

  it.each([
    ['operator', ['create', 'jobs']],
    ['operator', ['update', 'runs.millrace.dev', '--subresource=status']],
    ['operator', ['create', 'cronjobs']],
    ['operator', ['update', 'schedules.millrace.dev', '--subresource=status']],
    ['api', ['create', 'runs.millrace.dev']],
    ['api', ['create', 'schedules.millrace.dev']],
  ])('%s may %j', async (component, action) => {
    expect(await may(component, ...action)).toBe(true);
  });
});

describe('the pod of a run', () => {
  it('has no token, no database, no root user and no writable root folder', async () => {
    const { service, kubernetes } = stand;
    const { id, pod } = await runAtWork(stand, await longFlow(service, 16_000));
    const { name } = pod.metadata;
    const inside = await kubernetes.kubectl('exec', name, '--', 'node', '-e', LOOK_AROUND);
    const text = await kubernetes.kubectl('get', 'pod', name, '-o', 'json');
    await service.cancel(id);
    expect(text).not.toMatch(/SERVICE_DATABASE_URL|serviceAccountToken|postgres/);
    const { spec } = JSON.parse(text);
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true });
    expect(spec.containers).toHaveLength(1);
    expect(spec.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    });
    expect(JSON.parse(inside)).toEqual({
      user: 10_001,
      capabilities: '0000000000000000',
      canGainMore: false,
      hasToken: false,
      databases: [],
      written: ['/scratch'],
    });
  });
});
