import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../prisma/embedded.ts';
import { BenchService } from './service.ts';
import { median, type Figure } from './statistics.ts';

const TIMES = 5;

/** Time until a service on an existing database answers, and its idle load. */
export async function benchStartUp(scratch: string): Promise<readonly Figure[]> {
  const dataDir = path.join(scratch, 'data');
  const first = await BenchService.start(dataDir);
  await first.stop();
  // Measured alternately, so that other load affects all of them.
  const [databases, nodes, services]: [number[], number[], number[]] = [[], [], []];
  for (let time = 0; time < TIMES; time++) {
    databases.push(await databaseMs(path.join(dataDir, 'postgres')));
    nodes.push(nodeMs());
    services.push(await againMs(dataDir));
  }
  const baseline = median(databases) + median(nodes);
  const idle = await BenchService.start(dataDir);
  try {
    return [
      { name: 'start on an empty folder', value: first.startMs / 1000, unit: 's' },
      { name: "the embedded database's own start", value: median(databases) / 1000, unit: 's' },
      { name: 'node -e 0', value: median(nodes) / 1000, unit: 's' },
      { name: 'start on an existing database', value: median(services) / 1000, unit: 's' },
      {
        name: 'start on an existing database, against both of these',
        value: median(services) / baseline,
        unit: 'times',
        bound: { kind: 'at most', value: 1.5 },
      },
      {
        name: 'idle API process',
        value: idle.residentMb(),
        unit: 'MB',
        bound: { kind: 'at most', value: 150 },
      },
    ];
  } finally {
    await idle.stop();
  }
}

async function databaseMs(dataDir: string): Promise<number> {
  const started = performance.now();
  const database = await startEmbeddedPostgres({ dataDir });
  const elapsed = performance.now() - started;
  await database.stop();
  return elapsed;
}

function nodeMs(): number {
  const started = performance.now();
  execFileSync(process.execPath, ['-e', '0']);
  return performance.now() - started;
}

async function againMs(dataDir: string): Promise<number> {
  const service = await BenchService.start(dataDir);
  await service.stop();
  return service.startMs;
}
