import { cellsOf, columnOf, type Cell } from '../../test/support/frame-arbitrary.ts';
import type { ColumnSchema } from '../domain/column.ts';
import { UserError } from '../domain/errors.ts';
import type { JsonValue } from '../domain/json.ts';
import type { Column, Frame } from '../engines/pandas/frame.ts';
import { lowered, loweredOutput, onPandas } from '../../test/support/transform-engines.ts';
import { readIsoDatetime } from '../expressions/values/iso-datetime.ts';
import { lineageOf, type InputColumn, type Lineage } from '../plan/lineage.ts';
import { isDiscovered } from '../plan/relation.ts';
import { rowBehaviour } from '../plan/traits.ts';
import type { JsonObject } from '../domain/json.ts';
import type { AnyNode, ExampleTable, NodeExample } from './definition.ts';
import { nodes } from './index.ts';

type Inputs = Readonly<Record<string, readonly Frame[]>>;

const CASES = nodes.flatMap((node) =>
  node.kind === 'transform'
    ? node.examples
        .filter(({ expected }) => 'rows' in expected)
        .map((example): [string, Case] => [`${node.id}: ${example.title}`, caseOf(node, example)])
        // Only execution knows the columns.
        .filter(([, { inputs, config }]) => !isDiscovered(loweredOutput(node.id, inputs, config)))
    : [],
);

interface Case {
  readonly node: AnyNode;
  readonly config: JsonObject;
  readonly inputs: Inputs;
}

function caseOf(node: AnyNode, example: NodeExample): Case {
  const inputs = Object.entries(example.inputs).map(([handle, tables]) => [
    handle,
    (isTable(tables) ? [tables] : tables).map(frameOfTable),
  ]);
  return { node, config: example.config, inputs: Object.fromEntries(inputs) as Inputs };
}

function isTable(tables: NodeExample['inputs'][string]): tables is ExampleTable {
  return 'columns' in tables;
}

function frameOfTable({ columns, rows }: ExampleTable): Frame {
  return {
    length: rows.length,
    names: columns.map(({ name }) => name),
    columns: columns.map(({ type }, at) =>
      columnOf(
        type,
        rows.map((row) => cellOf(type, row[at] ?? null)),
      ),
    ),
  };
}

function cellOf(type: ColumnSchema['type'], value: JsonValue): Cell {
  if (value === null) return null;
  if (type === 'datetime') return readIsoDatetime(value as string);
  if (type === 'integer') return BigInt(value as number | bigint);
  return type === 'float' ? Number(value) : (value as Cell);
}

/** The cells of every output column; null when the node fails, and for scripts, which read all columns. */
function outcome({ node, config }: Case, inputs: Inputs): Map<string, readonly Cell[]> | null {
  if (Object.keys(node.scripts).length > 0) return null;
  try {
    const frame = onPandas(node.id, inputs, config);
    return new Map(frame.names.map((name, at) => [name, cellsOf(frame.columns[at]!)]));
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

function columnsIn(inputs: Inputs): InputColumn[] {
  return Object.entries(inputs).flatMap(([handle, frames]) =>
    frames.flatMap(({ names }, input) => names.map((name) => ({ handle, input, name }))),
  );
}

/** The inputs with different cells in one column. */
function changeColumn(inputs: Inputs, { handle, input, name }: InputColumn): Inputs {
  const frames = inputs[handle]!.map((frame, at): Frame => {
    if (at !== input) return frame;
    const columns = frame.columns.map((column, position) =>
      frame.names[position] === name ? differentCells(column) : column,
    );
    return { ...frame, columns };
  });
  return { ...inputs, [handle]: frames };
}

function differentCells(column: Column): Column {
  const cells = cellsOf(column).map((cell): Cell => {
    if (cell === null) return NON_NULL[column.type];
    if (typeof cell === 'bigint') return cell + 86_400_000_001n;
    if (typeof cell === 'number') return cell + 0.75;
    return typeof cell === 'boolean' ? !cell : null;
  });
  return columnOf(column.type, cells);
}

const NON_NULL: Readonly<Record<Column['type'], Cell>> = {
  integer: 17n,
  float: 17.5,
  boolean: true,
  datetime: 17n,
  string: 'seventeen',
  null: null,
};

const key = ({ handle, input, name }: InputColumn): string => `${handle} ${input} ${name}`;

describe.each(CASES)('%s', (_title, example) => {
  const relation = lowered(example.node.id, example.inputs, example.config);
  const { columns: sources, rows }: Lineage = lineageOf(relation);
  const all = columnsIn(example.inputs);
  const known = new Set(all.map(key));

  it('has a lineage that names only existing input and output columns', () => {
    const named = [...rows, ...[...sources.values()].flatMap(({ from }) => from)];
    expect(named.map(key).filter((each) => !known.has(each))).toEqual([]);
    expect([...sources.keys()]).toEqual(relation.columns.map(({ name }) => name));
  });

  it('distinguishes passed from renamed columns', () => {
    for (const [name, { origin, from }] of sources) {
      if (origin === 'computed') continue;
      expect(from.every((column) => column.name === name)).toBe(origin === 'passed');
    }
  });

  it('has cells that depend only on the columns of its lineage', () => {
    const before = outcome(example, example.inputs)!;
    for (const column of all) {
      const after = outcome(example, changeColumn(example.inputs, column));
      if (after === null || rows.some((each) => key(each) === key(column))) continue;
      for (const [name, { from }] of sources) {
        if (from.some((each) => key(each) === key(column))) continue;
        expect({ changed: column, name, cells: after.get(name) }).toEqual({
          changed: column,
          name,
          cells: before.get(name),
        });
      }
    }
  });

  if (rowBehaviour(relation) !== 'same') return;
  it('does not change the cells of passed and renamed columns', () => {
    const after = outcome(example, example.inputs)!;
    const { names, columns } = example.inputs.in![0]!;
    for (const [name, { origin, from }] of sources) {
      if (origin === 'computed') continue;
      const column = columns[names.indexOf(from[0]!.name)]!;
      expect(after.get(name)).toEqual(cellsOf(column));
    }
  });
});
