import type { Connection } from '../domain/connection.ts';
import { overflowsIntegers } from '../plan/traits.ts';
import type { ConnectionAddresses } from './connection-addresses.ts';
import { databasePackages, polarsPackages } from './database/plan-databases.ts';
import type { ExportInput, Flavour } from './export-request.ts';
import type { FlowPlan } from './flow-plan.ts';
import { keptCopyNotes } from './kept-copy.ts';
import type { OutputFile } from './output-names.ts';
import type { PlannedOutputs } from './plan-outputs.ts';

/** What the head of a script says. */
interface ScriptFacts {
  readonly outputs: PlannedOutputs;
  readonly flavour: Flavour;
  readonly connections: readonly Connection[];
  readonly addresses: ConnectionAddresses;
}

/** The lines of the head of a script: what it reads and writes, and what it needs. */
export function scriptNotes(
  plan: FlowPlan,
  { outputs, flavour, connections, addresses }: ScriptFacts,
): readonly string[] {
  const files = [...outputs.values()].filter((output) => 'format' in output);
  const inputs = plan.nodes.flatMap(({ file }) => file ?? []);
  const relations = plan.nodes.flatMap((node) => node.outputs.map(({ relation }) => relation));
  const reads = [...new Set(inputs.map(({ datasetName }) => datasetName))];
  const writes = files.flatMap((file) => ('connection' in file ? [] : [file.name]));
  const writtenTables = [...outputs.values()].filter((output) => 'connection' in output);
  const readFiles = plan.nodes.flatMap((node) =>
    node.outputs.flatMap(({ read }) => (read !== null && 'file' in read ? [read.file] : [])),
  );
  const packages = new Set([
    ...neededPackages([...inputs, ...readFiles], files, flavour),
    ...(flavour === 'pandas' && hasScript(plan) ? ['pyarrow'] : []),
    ...databasePackages(connections),
    ...(flavour === 'pandas' ? [] : polarsPackages(writtenTables)),
  ]);
  return [
    ...(reads.length > 0 ? [`Reads ${reads.join(', ')} from the folder it is run in.`] : []),
    ...keptCopyNotes(inputs),
    ...(writes.length > 0 ? [`Writes ${writes.join(', ')} there.`] : []),
    ...connections.map((connection) => addresses.noteOf(connection)),
    `Needs ${[...packages].join(', ')}.`,
    ...(relations.some(overflowsIntegers) ? [OVERFLOW_NOTE] : []),
  ];
}

/** Whether a node is a script of a user, whose result has columns of any types. */
function hasScript({ nodes }: FlowPlan): boolean {
  return nodes.some(({ outputs }) =>
    outputs.some(
      ({ relation, discovered }) =>
        relation.op === 'opaque' || discovered?.op === 'discoveredOpaque',
    ),
  );
}

const OVERFLOW_NOTE = 'Integers beyond 64 bits wrap around here; a run of the service fails.';

function neededPackages(
  inputs: readonly ExportInput[],
  outputs: readonly OutputFile[],
  flavour: Flavour,
): readonly string[] {
  const pandas = flavour === 'pandas';
  const uses = (format: string, files: readonly { readonly format: string }[]): boolean =>
    files.some((file) => file.format === format);
  const packages = ['Python 3.10 or newer', pandas ? 'pandas' : 'polars'];
  if (pandas && (uses('parquet', inputs) || uses('parquet', outputs))) packages.push('pyarrow');
  if (uses('excel', inputs)) packages.push('openpyxl');
  if (uses('excel', outputs)) packages.push('xlsxwriter');
  return packages;
}
