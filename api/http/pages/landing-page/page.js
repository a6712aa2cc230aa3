// Shows what runs, and the flows with their last runs. All texts of users go into text nodes only.

/** Poll interval in milliseconds. The page does not poll while it is hidden. */
const PAUSE_MS = 5_000;
const ANSWER_WITHIN_MS = 10_000;
/** Maximum number of rows in each table. */
const ROWS = 20;
const TOKEN_KEY = 'millrace-api-token';

/** The last run of each flow, as long as it cannot have changed. */
const endedRuns = new Map();
let timer = 0;
let isLooking = false;

class TokenNeeded extends Error {}

const byId = (id) => document.getElementById(id);

async function api(path) {
  const token = sessionStorage.getItem(TOKEN_KEY);
  const response = await fetch(path, {
    headers: {
      Accept: 'application/json',
      ...(token !== null && { Authorization: `Bearer ${token}` }),
    },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  if (response.status === 401) throw new TokenNeeded();
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const items = await response.json();
  return { items, total: Number(response.headers.get('X-Total-Count') ?? items.length) };
}

async function look() {
  const [running, pending, flows] = await Promise.all([
    api(`/api/runs?status=running&limit=${ROWS}`),
    api(`/api/runs?status=pending&limit=${ROWS}`),
    api(`/api/flows?fields=summary&limit=${ROWS}`),
  ]);
  const active = {
    items: [...running.items, ...pending.items].slice(0, ROWS),
    total: running.total + pending.total,
  };
  const lastRuns = await Promise.all(flows.items.map((flow) => lastRunOf(flow, active.items)));
  showActive(active);
  showFlows(flows, lastRuns);
  showCommand(flows.items);
}

async function lastRunOf(flow, active) {
  const now = active.find((run) => run.flow_id === flow.id);
  if (now !== undefined || flow.last_run_at === null) return now ?? null;
  const known = endedRuns.get(flow.id);
  if (known?.at === flow.last_run_at) return known.run;
  const { items } = await api(`/api/runs?flow_id=${encodeURIComponent(flow.id)}&limit=1`);
  const run = items[0] ?? null;
  if (run !== null && run.finished_at !== null) {
    endedRuns.set(flow.id, { at: flow.last_run_at, run });
  }
  return run;
}

function showActive({ items, total }) {
  byId('running-note').textContent =
    total === 0 ? 'No run is active.' : shownOf(items.length, total, 'active run');
  fill(
    'running',
    items.map((run) => [
      run.flow_name ?? 'a deleted flow',
      statusCell(run.status),
      run.engine ?? '',
      timeCell(run.started_at ?? run.created_at),
      runCell(run),
    ]),
  );
}

function showFlows({ items, total }, lastRuns) {
  byId('flows-note').textContent =
    total === 0 ? 'There is no flow yet.' : shownOf(items.length, total, 'flow');
  fill(
    'flows',
    items.map((flow, at) => {
      const run = lastRuns[at];
      if (run === null) return [flow.name, 'has not run', '', ''];
      const when = run.finished_at ?? run.started_at ?? run.created_at;
      return [flow.name, statusCell(run.status), timeCell(when), runCell(run)];
    }),
  );
}

function showCommand(flows) {
  const flow = flows.find((candidate) => !candidate.is_disabled);
  const hasToken = sessionStorage.getItem(TOKEN_KEY) !== null;
  const token = hasToken ? '-H "Authorization: Bearer $SERVICE_API_TOKEN" ' : '';
  byId('try-note').textContent =
    flow === undefined ? 'Upload a file of yours:' : `Run the flow “${flow.name}”:`;
  const command =
    flow === undefined
      ? `curl ${token}-F file=@FILE.csv ${location.origin}/api/datasets/upload`
      : `curl ${token}-X POST ${location.origin}/api/flows/${encodeURIComponent(flow.id)}/runs`;
  // Keeps the selection.
  if (byId('command').textContent !== command) byId('command').textContent = command;
}

function shownOf(shown, total, noun) {
  const all = `${total} ${noun}${total === 1 ? '' : 's'}`;
  return shown < total ? `${shown} of ${all}` : all;
}

function fill(id, rows) {
  const table = byId(id);
  table.hidden = rows.length === 0;
  table.tBodies[0].replaceChildren(
    ...rows.map((cells) => {
      const row = document.createElement('tr');
      row.append(...cells.map(asCell));
      return row;
    }),
  );
}

function asCell(content) {
  if (content instanceof HTMLTableCellElement) return content;
  return textCell(content);
}

function textCell(text, className = '') {
  const cell = document.createElement('td');
  cell.textContent = text;
  cell.className = className;
  return cell;
}

function statusCell(status) {
  return textCell(status, status);
}

function timeCell(text) {
  const time = document.createElement('time');
  time.dateTime = text;
  time.title = new Date(text).toLocaleString();
  time.textContent = ago(Date.parse(text));
  const cell = document.createElement('td');
  cell.append(time);
  return cell;
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

function ago(at) {
  const passed = Date.now() - at;
  const [unit, length] = UNITS.find(([, ms]) => passed >= ms) ?? ['second', 1_000];
  return relative.format(-Math.max(0, Math.floor(passed / length)), unit);
}

/** A link cannot bear a token. */
function runCell(run) {
  if (sessionStorage.getItem(TOKEN_KEY) !== null) return textCell(run.id, 'id');
  const link = document.createElement('a');
  link.href = `/api/runs/${encodeURIComponent(run.id)}`;
  link.textContent = run.id;
  const cell = textCell('', 'id');
  cell.append(link);
  return cell;
}

function say(text, className = '') {
  byId('status').textContent = text;
  byId('status').className = className;
}

function askForToken() {
  const wasWrong = sessionStorage.getItem(TOKEN_KEY) !== null;
  sessionStorage.removeItem(TOKEN_KEY);
  byId('token-form').hidden = false;
  say(wasWrong ? 'That is not its token.' : '', 'fault');
}

/** Looks now, and again after a pause; while a token is missing only when one is given. */
async function refresh() {
  clearTimeout(timer);
  if (isLooking || document.hidden) return;
  isLooking = true;
  try {
    await look();
    byId('token-form').hidden = true;
    say(`As of ${new Date().toLocaleTimeString()}`);
    timer = setTimeout(refresh, PAUSE_MS);
  } catch (error) {
    if (error instanceof TokenNeeded) {
      askForToken();
    } else {
      say(`The service does not answer as it should: ${error.message}. Trying again…`, 'fault');
      timer = setTimeout(refresh, PAUSE_MS);
    }
  } finally {
    isLooking = false;
  }
}

/** Shows the version, and links the metrics unless they have a port of their own. */
async function showService() {
  const response = await fetch('/', { headers: { Accept: 'application/json' } });
  const { version, metrics } = await response.json();
  byId('version').textContent = version;
  byId('metrics').hidden = metrics === undefined;
}

/** Browsers deny the clipboard to pages that another machine serves over plain HTTP. */
async function copyCommand() {
  try {
    await navigator.clipboard.writeText(byId('command').textContent);
    byId('copy').textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(byId('command'));
    byId('copy').textContent = 'Selected';
  }
}

byId('copy').addEventListener('click', () => void copyCommand());
byId('token-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const token = byId('token').value.trim();
  byId('token').value = '';
  // No header can carry other characters.
  if (/^[\u0020-\u00ff]+$/.test(token)) sessionStorage.setItem(TOKEN_KEY, token);
  void refresh();
});
document.addEventListener('visibilitychange', () => void refresh());
void refresh();
showService().catch(() => {
  // The page is of use without it.
  byId('version').textContent = '';
});
