import { nodeLabel } from '../domain/graph.ts';
import { ConnectionAddresses } from './connection-addresses.ts';
import { emitDatabaseInput, type DatabaseRead } from './database/database-input.ts';
import { emitDatabaseOutput } from './database/database-output.ts';
import { connectionsOf, planOutputs, type PlannedWrite } from './plan-outputs.ts';
import { emitObjectInput } from './storage/object-input.ts';
import { emitObjectOutput } from './storage/object-output.ts';
import type { ObjectRead } from './storage/plan-storage.ts';
import { scriptNotes } from './script-notes.ts';
import { PANDAS_TABLE, POLARS_TABLE } from './record-readers.ts';
import { emitPandas } from '../compilers/pandas-python/emit.ts';
import { emitPolars } from '../compilers/polars-python/emit.ts';
import { parameterChecks, parameterLines } from './export-parameters.ts';
import type { ExportRequest, Flavour, FlowExport } from './export-request.ts';
import { checkOpenNodes } from './check-open-nodes.ts';
import type { Root } from './open-columns.ts';
import { outputsReadAgain } from './read-again.ts';
import { planFlow, type FlowPlan, type PlannedNode } from './flow-plan.ts';
import { frameVariables, lastUses } from './frame-variables.ts';
import { renderNotebook } from './notebook.ts';
import { withKeptCopies } from './kept-copy.ts';
import { emitPandasInput } from './pandas-input.ts';
import { emitPandasOutput } from './pandas-output.ts';
import { emitPolarsInput } from './polars-input.ts';
import { emitPolarsOutput } from './polars-output.ts';
import type { PythonContext } from '../python/python-context.ts';
import { renderScript, type PythonScript } from './python-script.ts';
import { emitColumnChecks } from './open-column-checks.ts';
import { runTimeLines } from './run-time-lines.ts';
import { ScriptBuilder } from './script-builder.ts';
import { inputsOfWrappingFilters } from './wrapping-filters.ts';
import { PYTHON_BUILTINS, VariableNames } from './variable-names.ts';

/**
 * Exports a flow as standalone Python for pandas, polars and lazy polars, as scripts and optionally as
 * notebooks. The scripts read input files from the working folder, write outputs there, and return the
 * same rows as a run of the service.
 * @throws UserError with the name of the invalid node when the flow cannot run
 */
export function exportFlow(asked: ExportRequest): FlowExport {
  const request = { ...asked, inputs: withKeptCopies(asked.inputs) };
  const plan = planFlow(request);
  checkOpenNodes(plan, request);
  const pandas = writeScript(request, plan, 'pandas');
  const polars = writeScript(request, plan, 'polars');
  const lazy = writeScript(request, plan, 'polarsLazy');
  const notebook = (script: PythonScript): string | null =>
    request.includeNotebooks === true ? renderNotebook(script) : null;
  return {
    code: renderScript(pandas),
    polars: renderScript(polars),
    polars_lazy: renderScript(lazy),
    notebook: notebook(pandas),
    notebook_polars: notebook(polars),
    notebook_polars_lazy: notebook(lazy),
  };
}

/** Maximum number of passes; each resolves the name clashes of the previous one. */
const MAX_PASSES = 5;

function writeScript(request: ExportRequest, plan: FlowPlan, flavour: Flavour): PythonScript {
  let reserved: ReadonlySet<string> = new Set(PYTHON_BUILTINS);
  for (let pass = 1; ; pass++) {
    const draft = draftScript(request, plan, { flavour, reserved });
    const clashes = [...draft.bound].filter((name) => draft.variables.has(name));
    if (clashes.length === 0) return draft.script;
    if (pass === MAX_PASSES) throw new Error(`No free names for ${clashes.join(', ')}`);
    reserved = new Set([...reserved, ...draft.bound]);
  }
}

interface Draft {
  readonly script: PythonScript;
  /** Names that the code binds, which no variable may have. */
  readonly bound: ReadonlySet<string>;
  /** The variables of frames and parameters. */
  readonly variables: ReadonlySet<string>;
}

function draftScript(
  request: ExportRequest,
  plan: FlowPlan,
  options: { readonly flavour: Flavour; readonly reserved: ReadonlySet<string> },
): Draft {
  const { flavour } = options;
  const names = new VariableNames(options.reserved);
  const specs = request.graph.parameters ?? [];
  const parameters = new Map(specs.map(({ name }) => [name, names.variant(name)]));
  const runTime = names.variant('run_time');
  const frames = frameVariables(plan.nodes, names);
  const outputs = planOutputs(plan, request);
  const builder = new ScriptBuilder({
    lazy: flavour === 'polarsLazy',
    specs,
    names: { frames, parameters, runTime },
    readAgain: outputsReadAgain(plan.nodes, (node) => outputs.has(node)),
  });
  const connections = connectionsOf(plan, outputs);
  const addresses = new ConnectionAddresses(connections);
  const free = request.freeIntermediates === true;
  const wrapping = inputsOfWrappingFilters(plan);
  const uses = lastUses(plan.nodes, frames);
  for (const node of plan.nodes) {
    builder.section(node, nodeLabel(node.node), (python, output) => {
      emitNode(python, node, {
        flavour,
        root: output.discovered ?? output.relation,
        output: outputs.get(node),
        read: output.read,
        addresses,
        parameters: specs.map(({ name }) => name),
        wraps: wrapping.has(node),
      });
      const isLast = output === node.outputs.at(-1);
      const done = isLast ? [...builder.intermediates, ...(uses.get(node) ?? [])] : [];
      if (free && done.length > 0) python.line(`del ${done.join(', ')}`);
    });
  }
  const variable = (name: string): string => parameters.get(name) ?? name;
  return {
    script: {
      title: request.flowName,
      notes: [...scriptNotes(plan, { outputs, flavour, connections, addresses }), ...builder.notes],
      imports: [...builder.imports],
      helpers: [...builder.helpers.values()],
      parameters: [
        ...(builder.usesRunTime ? runTimeLines(runTime) : []),
        ...parameterLines(specs, variable),
      ],
      checks: parameterChecks(specs, variable),
      sections: builder.sections,
    },
    bound: builder.boundNames(),
    variables: new Set([...parameters.values(), ...frames.values()]),
  };
}

function emitNode(
  python: PythonContext,
  node: PlannedNode,
  {
    flavour,
    root,
    output,
    read,
    addresses,
    parameters,
    wraps,
  }: {
    readonly flavour: Flavour;
    readonly root: Root;
    readonly output: PlannedWrite | undefined;
    readonly read: DatabaseRead | ObjectRead | null;
    readonly addresses: ConnectionAddresses;
    readonly parameters: readonly string[];
    /** Whether a filter by arithmetic that wraps around may reach the node's file. */
    readonly wraps: boolean;
  },
): void {
  const pandas = flavour === 'pandas';
  python.import(pandas ? 'import pandas as pd' : 'import polars as pl');
  if (node.file !== null) {
    if (pandas) emitPandasInput(python, node.file);
    else emitPolarsInput(python, node.file, wraps);
  } else if (read !== null && 'file' in read) {
    emitObjectInput(python, read, { folder: addresses.codeOf(read.connection), pandas, wraps });
  } else if (read !== null) {
    emitDatabaseInput(python, read, {
      url: addresses.codeOf(read.connection),
      query: node.writtenConfig.query,
      parameters,
      library: pandas ? PANDAS_TABLE : POLARS_TABLE,
    });
  } else if (output !== undefined) {
    emitOutput(python, output, { pandas, addresses });
  } else {
    emitRows(python, root, { pandas });
  }
}

function emitRows(
  python: PythonContext,
  root: Root,
  { pandas }: { readonly pandas: boolean },
): void {
  (pandas ? emitPandas : emitPolars)(root, python);
  if (python.isOpen) emitColumnChecks(python, root, { pandas });
}

function emitOutput(
  python: PythonContext,
  output: PlannedWrite,
  { pandas, addresses }: { readonly pandas: boolean; readonly addresses: ConnectionAddresses },
): void {
  if ('replaces' in output) {
    emitObjectOutput(python, output, { folder: addresses.codeOf(output.connection), pandas });
  } else if ('connection' in output) {
    emitDatabaseOutput(python, output, { url: addresses.codeOf(output.connection), pandas });
  } else {
    (pandas ? emitPandasOutput : emitPolarsOutput)(python, output);
  }
}
