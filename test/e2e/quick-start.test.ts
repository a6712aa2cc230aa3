import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openStand, type Stand } from './support/stand.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const DATA = path.join(ROOT, 'api/demo/data/seattle-weather.csv');

interface FlowDocument {
  readonly name: string;
  readonly graph_json: object;
}

let stand: Stand;
const folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-quick-start-'));

beforeAll(async () => {
  stand = await openStand();
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stand.close();
});

/** The flow of the README, on a dataset. */
function readmeFlow(dataset: string): FlowDocument {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const text = /cat > flow\.json <<EOF\n(.*?)\nEOF\n/s.exec(readme)?.[1] ?? '';
  return JSON.parse(text.replace('$DATASET', dataset)) as FlowDocument;
}

/** The output of the flow by the command line on this machine. */
async function localOutput(flow: FlowDocument, engine: string): Promise<string> {
  const out = path.join(folder, engine);
  const file = path.join(folder, 'flow.json');
  writeFileSync(file, JSON.stringify(flow));
  const options = ['--input', `in=${DATA}`, '--engine', engine, '--out', out];
  await promisify(execFile)(process.execPath, ['cli/millrace.mjs', 'run', file, ...options], {
    cwd: ROOT,
  });
  const [name = ''] = readdirSync(out).filter((entry) => entry.endsWith('.csv'));
  return readFileSync(path.join(out, name), 'utf8');
}

describe('the quick start of the README', () => {
  it.each(['polars', 'pandas'])(
    'gives the same bytes on the cluster as on one machine, on %s',
    async (engine) => {
      const { service } = stand;
      const dataset = await service.upload('seattle-weather.csv', readFileSync(DATA, 'utf8'));
      const flow = readmeFlow(dataset);
      const run = await service.runToEnd(await service.saveFlow(flow.name, flow.graph_json), {
        engine,
      });
      expect(run.status).toBe('success');
      const output = await service.output(run.id, 'out');
      expect(output).toBe(await localOutput(flow, engine));
      expect(output.split('\n')[0]).toBe('weather,precipitation,temp_range');
    },
  );
});
