import { parseBenchArguments, type BenchRequest } from './bench-arguments.ts';
import { SERVICE_BENCHMARKS } from './service-cases/index.ts';

const OF_SERVICES = ['start-up', 'small-runs', 'upload', 'health', 'large-files'];
const NAMES = { all: [...OF_SERVICES, 'node-speed', 'scaling'], ofServices: OF_SERVICES };

function parse(...argv: readonly string[]): BenchRequest {
  return parseBenchArguments(argv, NAMES);
}

function refusal(...argv: readonly string[]): string {
  const request = parse(...argv);
  return request.kind === 'invalid' ? request.message : `not refused: ${request.kind}`;
}

it('measures bounds without an option, and passes node types on', () => {
  expect(parse()).toEqual({ kind: 'bounds', names: [], node: [], write: false });
  expect(parse('node-speed', '--node', 'join', '--node', 'sortRows', '--write')).toEqual({
    kind: 'bounds',
    names: ['node-speed'],
    node: ['join', 'sortRows'],
    write: true,
  });
});

it('compares all benchmarks of services with a commit, or those that are named', () => {
  const all = {
    kind: 'against',
    commit: 'HEAD~1',
    names: OF_SERVICES,
    text: '',
    pairs: 7,
    minutes: 60,
  };
  expect(parse('--against', 'HEAD~1')).toEqual(all);
  const some = ['large-files', '--against', 'ab9f6377', 'upload', 'upload', '--pairs', '11'];
  expect(parse(...some, '--minutes=5', '--case', 'on pandas')).toEqual({
    kind: 'against',
    commit: 'ab9f6377',
    names: ['upload', 'large-files'],
    text: 'on pandas',
    pairs: 11,
    minutes: 5,
  });
  expect(parse('--record', 'upload')).toEqual({
    kind: 'record',
    names: ['upload'],
    text: '',
    pairs: 7,
    minutes: 60,
  });
});

it('refuses benchmarks by name that cannot measure another commit, with those that can', () => {
  expect(refusal('--against', 'HEAD~1', 'upload', 'node-speed', 'scaling')).toBe(
    '--against cannot measure node-speed, scaling: only benchmarks that start a service and send requests can measure any commit. These can: start-up, small-runs, upload, health, large-files',
  );
  expect(refusal('--record', 'scaling')).toMatch(
    /^--record cannot measure scaling: .*large-files$/,
  );
});

it('refuses unknown names and options, and options that contradict each other', () => {
  expect(refusal('uploads')).toBe(`Unknown benchmark uploads. Benchmarks: ${NAMES.all.join(', ')}`);
  expect(refusal('--against', 'HEAD', 'uploads')).toMatch(/^Unknown benchmark uploads/);
  expect(refusal('--faster')).toMatch(/--faster/);
  expect(refusal('--against')).toMatch(/--against/);
  expect(refusal('--against', ' ')).toBe('--against needs a commit, such as HEAD~1.');
  expect(refusal('--against', 'HEAD', '--record')).toMatch(/give one of them/);
  expect(refusal('--record', '--write')).toMatch(/belong to node-speed/);
  expect(refusal('upload', '--pairs', '3')).toMatch(/--pairs needs --against COMMIT or --record/);
});

it.each(['0', '101', '-1', '1.5', 'many', ''])('refuses "%s" pairs', (pairs) => {
  expect(refusal('--against', 'HEAD', `--pairs=${pairs}`)).toBe(
    `--pairs is a whole number from 1 to 100, not "${pairs}".`,
  );
});

it('lists every benchmark of a service as one that can be compared', () => {
  expect(Object.keys(SERVICE_BENCHMARKS)).toEqual(OF_SERVICES);
});
