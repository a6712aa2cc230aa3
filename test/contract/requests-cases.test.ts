import { startTestApp, type TestApp } from '../support/app.ts';
import { idOf, issue, saying, testCases } from '../support/contract-cases.ts';

let app: TestApp;
let alpha: string;
let home: string;

beforeAll(async () => {
  app = await startTestApp();
  alpha = await idOf(app.call('POST', '/api/projects', { name: 'Alpha' }));
  const { body } = await app.call('GET', '/api/projects');
  const projects = body as { id: string; is_default: boolean }[];
  home = projects.find((project) => project.is_default)?.id ?? '';
});

afterAll(() => app.close());

const post = (body?: unknown, headers?: Record<string, string>): ReturnType<TestApp['call']> =>
  app.call('POST', '/api/projects', body, headers);

describe('projects', () => {
  testCases([
    [
      'a name in use in another case',
      () => post({ name: 'aLPHA' }),
      409,
      saying(/project named "aLPHA"/),
    ],
    [
      'the reserved name among blanks',
      () => post({ name: ' default ' }),
      400,
      saying(/[Dd]efault/),
    ],
    ['a blank name', () => post({ name: '   ' }), 422, issue('body.name', 'string_too_short')],
    [
      'an unknown field, and one that only a change takes',
      () => post({ name: 'Beta', zzz: 1, is_disabled: true }),
      201,
      { name: 'Beta', is_disabled: false },
    ],
    [
      'a change of nothing',
      () => app.call('PUT', `/api/projects/${alpha}`, {}),
      200,
      { name: 'Alpha', color: 'violet' },
    ],
    [
      'a name of null',
      () => app.call('PUT', `/api/projects/${alpha}`, { name: null }),
      422,
      issue('body.name', 'string_type'),
    ],
    [
      'a null colour',
      () => post({ name: 'C', color: null }),
      422,
      issue('body.color', 'string_type'),
    ],
    [
      'its own name in other case',
      () => app.call('PUT', `/api/projects/${alpha}`, { name: 'ALPHA' }),
      200,
      { name: 'ALPHA' },
    ],
    [
      'the deletion of the default project',
      () => app.call('DELETE', `/api/projects/${home}`),
      400,
      saying(/default/i),
    ],
    ['a change by PATCH', () => app.call('PATCH', `/api/projects/${alpha}`, {}), 405, saying(/./)],
  ]);
});

describe('requests of a wrong form', () => {
  testCases([
    ['broken JSON', () => post('{"name": '), 422, issue('body.9', 'json_invalid')],
    [
      'JSON as text/plain',
      () => post('{"name":"CT"}', { 'Content-Type': 'text/plain' }),
      422,
      issue('body', 'model_attributes_type'),
    ],
    [
      'a form',
      () => post('name=x', { 'Content-Type': 'application/x-www-form-urlencoded' }),
      422,
      issue('body', 'model_attributes_type'),
    ],
    ['an array as body', () => post([1]), 422, issue('body', 'model_attributes_type')],
    ['null as body', () => post('null'), 422, issue('body', 'model_attributes_type')],
    ['an empty body', () => post(), 422, issue('body', 'missing')],
    ['an unknown path of the API', () => app.call('GET', '/api/nope'), 404, saying(/./)],
    ['an unknown path beside the API', () => app.call('GET', '/nope'), 404, saying(/./)],
    ['a trailing slash', () => app.call('GET', '/api/projects/'), 404, saying(/./)],
    ['the API itself', () => app.call('GET', '/api'), 404, saying(/./)],
    [
      'a malformed id is looked up',
      () => app.call('GET', '/api/projects/nope'),
      404,
      { detail: "Project 'nope' not found" },
    ],
  ]);
});

describe('what was not found is named', () => {
  testCases(
    (
      [
        ['Project', 'GET', '/api/projects/x', "Project 'x' not found"],
        ['Flow', 'GET', '/api/flows/x', "Flow 'x' not found"],
        ['Dataset', 'GET', '/api/datasets/x', "Dataset 'x' not found"],
        ['FlowRun', 'GET', '/api/runs/x', "FlowRun 'x' not found"],
        ['Schedule', 'GET', '/api/schedules/x', "Schedule 'x' not found"],
        ['Setting', 'DELETE', '/api/settings/X', "Setting 'X' not found"],
        ['Output file', 'GET', '/api/runs/x/output?node_id=n', "FlowRun 'x' not found"],
        ['Transformation', 'POST', '/api/transformations/preview', "Transformation 'x' not found"],
      ] as const
    ).map(([title, method, at, detail]) => [
      title,
      () => app.call(method, at, method === 'POST' ? { type: 'x', rows: [] } : undefined),
      404,
      { detail },
    ]),
  );
});

describe('a request from a foreign page', () => {
  testCases([
    [
      'is rejected before its body is read',
      () => post({ name: '' }, { Origin: 'https://evil.example' }),
      403,
      saying(/[Oo]rigin/),
    ],
    ['of this machine is not foreign', () => post({ name: '' }, { Origin: 'http://[::1]:1' }), 422],
    ['is none without an Origin', () => post({ name: '' }), 422],
  ]);
});
