import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InputBinding } from '../../runner/domain/run-spec.ts';
import { chain } from './flows.ts';
import { timePlanBuilding } from './plan-building.ts';
import { BenchService } from './service.ts';
import { median, type Figure } from './statistics.ts';

const COLUMNS = 500;
/** With 500 columns, 490 rows are less than 250,000 cells, 600 rows are more. */
const FEW_ROWS = 490;
const MORE_ROWS = 600;
const WARM_UP = 5;
const RUNS = 15;

const ENGINES = ['pandas', 'polars'] as const;

/** Tables of 500 columns: the time of a run must not jump at a limit of cells, nor that of plans at columns. */
export async function benchWideData(scratch: string): Promise<readonly Figure[]> {
  const service = await BenchService.start(path.join(scratch, 'data'));
  try {
    const flows = await Promise.all(
      [FEW_ROWS, MORE_ROWS].map(async (rows) => {
        const file = path.join(scratch, `${rows}.csv`);
        writeWide(file, rows);
        return await service.createFlow(wideFlow(await service.upload(file)));
      }),
    );
    const medians = await alternate(service, flows);
    return [
      ...ENGINES.map((engine) => ratio(engine, medians[engine])),
      {
        name: `plan of a cast of ${COLUMNS} columns`,
        value: timePlanBuilding(castFlow(), [wideInput()]),
        unit: 'ms',
        bound: { kind: 'at most', value: 100 },
      },
    ];
  } finally {
    await service.stop();
  }
}

type Engine = (typeof ENGINES)[number];

function ratio(engine: Engine, [few = Number.NaN, more = Number.NaN]: readonly number[]): Figure {
  return {
    name: `${engine}: ${COLUMNS} columns of ${MORE_ROWS} rows over ${FEW_ROWS} rows (${more.toFixed(0)} ms / ${few.toFixed(0)} ms)`,
    value: more / few,
    unit: '×',
    bound: { kind: 'at most', value: 1.5 },
  };
}

/**
 * Measures engines and flows alternately, so that other load affects all of them.
 * @returns for each engine the medians of the flows in milliseconds
 */
async function alternate(
  service: BenchService,
  flows: readonly string[],
): Promise<Record<Engine, number[]>> {
  const times = { pandas: flows.map((): number[] => []), polars: flows.map((): number[] => []) };
  const measured = ENGINES.flatMap((engine) =>
    flows.map((flow, place) => ({ engine, flow, of: times[engine][place] })),
  );
  for (let round = 0; round < WARM_UP + RUNS; round++) {
    for (const { engine, flow, of } of measured) {
      const time = await service.run(flow, engine);
      if (round >= WARM_UP) of?.push(time);
    }
  }
  return { pandas: times.pandas.map(median), polars: times.polars.map(median) };
}

/** Integers, floats, texts and booleans in turn. */
function writeWide(file: string, rows: number): void {
  const cells = (row: number): string =>
    names()
      .map((_, place) => [row + place, `${row}.5`, `t${row % 50}`, row % 2 === 0][place % 4])
      .join(',');
  const lines = Array.from({ length: rows }, (_, row) => cells(row));
  writeFileSync(file, `${[names().join(','), ...lines].join('\n')}\n`);
}

function wideFlow(datasetId: string): object {
  return chain([
    ['in', 'fileInput', { dataset_id: datasetId, format: 'csv' }],
    ['some', 'filterRows', { column: 'c0', operator: '>', value: 10 }],
    ['order', 'sortRows', { columns: ['c1'], ascending: false }],
    ['out', 'fileOutput', { format: 'parquet' }],
  ]);
}

function castFlow(): object {
  const casts = Object.fromEntries(names().map((name) => [name, 'float']));
  return chain([
    ['in', 'fileInput', { dataset_id: 'wide', format: 'csv' }],
    ['cast', 'castDtypes', { casts }],
    ['out', 'fileOutput', { format: 'parquet' }],
  ]);
}

function wideInput(): InputBinding {
  return {
    nodeId: 'in',
    datasetId: 'wide',
    datasetName: 'wide.csv',
    versionNumber: 1,
    dataKey: 'none',
    columns: names().map((name) => ({ name, type: 'integer' })),
    rowCount: FEW_ROWS,
  };
}

function names(): string[] {
  return Array.from({ length: COLUMNS }, (_, place) => `c${place}`);
}
