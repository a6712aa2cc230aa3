import { CA_CERTIFICATE } from '../../ca-certificate.ts';
import { secretField, USERNAME, type ConnectionForm } from '../../connection-form.ts';
import type { Provider } from '../../provider.ts';
import { PAGE_OPTION_FORM } from './page-options.ts';
import {
  AUTH_STYLES,
  checkRestConnection,
  ignoredRestOptions,
  PAGINGS,
  RESPONSE_FORMATS,
} from './rest-options.ts';

const OPTIONS: ConnectionForm = [
  select('auth_style', 'Authentication', AUTH_STYLES, 'What the secret is.'),
  text('api_key_header', 'Header of the key', 'X-API-Key'),
  text('api_key_param', 'Parameter of the key', 'api_key'),
  json('headers', 'Headers', 'Names and values as an object. No credentials.'),
  json('query_params', 'Parameters', 'Of each request, as an object. No credentials.'),
  json(
    'endpoints',
    'Endpoints',
    'Paths below the base URL, as a list or with commas between them.',
  ),
  select('response_format', 'Answers', RESPONSE_FORMATS, 'auto: CSV if the answer says so.'),
  text(
    'records_path',
    'Path to the records',
    '',
    'Keys with dots between them, such as data.items. $: the answer itself. Empty: the usual keys are tried.',
  ),
  ...PAGE_OPTION_FORM,
  select(
    'paging',
    'Pages',
    PAGINGS,
    'page: by number. offset: by the number of rows before the page. cursor: by a value of the answer before. link: each answer has the address of the next page.',
  ),
  text(
    'page_param',
    'Parameter of the page',
    '',
    'Of its number, its offset or its cursor. Empty, for page: there is one page.',
  ),
  text(
    'next_path',
    'Path to the next page',
    '',
    'For cursor and link: keys with dots between them, such as meta.next. Empty, for link: the header Link.',
  ),
  text('page_size_param', 'Parameter of the page size', ''),
  integer('page_size', 'Page size', 100, [
    [1, 100_000],
    'The number of rows that are asked for at once. The service may give fewer.',
  ]),
  integer('start_page', 'First page', 1, [[0, 1_000_000]]),
  integer('max_pages', 'Maximum of pages', 100, [[1, 1_000]]),
  integer('timeout_seconds', 'Timeout in seconds', 30, [[1, 300], 'For each answer as a whole.']),
  {
    key: 'options.verify_tls',
    label: 'Verify certificates',
    type: 'boolean',
    required: false,
    default: true,
  },
  CA_CERTIFICATE,
];

export const restApi: Provider = {
  name: 'rest_api',
  label: 'REST API',
  kind: 'api',
  driver: null,
  defaultPort: null,
  needs: { host: true, auth: true, query: true, bucket: false, region: false, endpoint: false },
  permissions: ['credentials', 'network'],
  required: ['host'],
  form: [
    {
      key: 'host',
      label: 'Base URL',
      type: 'string',
      required: true,
      placeholder: 'https://api.example.com',
      help: 'Flows read from it by SQL Input: a table is an endpoint, a query a path. They cannot write to it.',
    },
    USERNAME,
    secretField('Key, token or password'),
    ...OPTIONS,
  ],
  check: checkRestConnection,
  ignored: ignoredRestOptions,
  sql: async () => (await import('./rest-driver.ts')).REST_DRIVER,
};

function text(key: string, label: string, fallback: string, help?: string): ConnectionForm[number] {
  return { ...field(key, label, help), type: 'string', default: fallback };
}

function json(key: string, label: string, help: string): ConnectionForm[number] {
  return { ...field(key, label, help), type: 'json' };
}

function select(
  key: string,
  label: string,
  options: readonly [string, ...string[]],
  help: string,
): ConnectionForm[number] {
  return { ...field(key, label, help), type: 'select', options, default: options[0] };
}

function integer(
  key: string,
  label: string,
  fallback: number,
  [[min, max], help]: readonly [range: readonly [number, number], help?: string],
): ConnectionForm[number] {
  return { ...field(key, label, help), type: 'integer', default: fallback, min, max };
}

function field(
  key: string,
  label: string,
  help?: string,
): Pick<ConnectionForm[number], 'key' | 'label' | 'required' | 'help'> {
  return { key: `options.${key}`, label, required: false, ...(help === undefined ? {} : { help }) };
}
