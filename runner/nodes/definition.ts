import type { ConnectionUseName } from '../connectors/connection-use.ts';
import { z } from 'zod';
import type { ColumnSchema } from '../domain/column.ts';
import type { FileFormat } from '../domain/file-format.ts';
import type { JsonObject, JsonValue } from '../domain/json.ts';
import type { ExpressionValues } from '../expressions/scope.ts';
import type { ScriptRuntime } from '../plan/operators/opaque.ts';
import { DiscoveredTable } from '../plan/discovered-table.ts';
import { Table } from '../plan/table.ts';
import { defaultConfigOf, fieldsOf, type ConfigField, type Form, type FormConfig } from './form.ts';
import type { ConfigWarning } from './config-warning.ts';
import { readingOf, type ConfigReading } from './read-config.ts';
import type { RuleName } from './semantic-rules.ts';

export type { ConfigField } from './form.ts';

/** The categories of the node catalogue. */
export const CATEGORIES = [
  'input',
  'clean',
  'columns',
  'reshape',
  'analytics',
  'quality',
  'chart',
  'ml',
  'output',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** A connection point of a node. `multi` accepts several edges. */
export interface Handle {
  readonly id: string;
  readonly type: 'dataframe' | 'model';
  readonly required: boolean;
  readonly multi: boolean;
}

/** The inputs of a node by handle. */
export interface NodeInputs<T> {
  /** The single input of a handle. Default handle: `in`. */
  one(handle?: string): T;
  /** All inputs of a `multi` handle, in edge order. */
  many(handle: string): readonly T[];
}

/** The values that expressions of a node can use besides columns. */
export type NodeContext = ExpressionValues;

/**
 * A worked example. It is part of the documentation, and the parity suite runs it on both engines and in
 * all exported scripts. Inputs are by handle; a multi handle has a list of tables.
 */
export interface NodeExample {
  readonly title: string;
  readonly config: JsonObject;
  readonly inputs: Readonly<Record<string, ExampleTable | readonly ExampleTable[]>>;
  readonly expected: ExampleTable | { readonly error: RegExp };
  /** The output handle of `expected`. Default: the first output. */
  readonly output?: string;
  /** The rules that decide what is expected: with another rule, another table or error would be. */
  readonly rules?: readonly RuleName[];
}

/** A table of an example. */
export interface ExampleTable {
  readonly columns: readonly ColumnSchema[];
  /** Cells in column order; datetimes as ISO 8601 text. */
  readonly rows: readonly (readonly JsonValue[])[];
}

/** The tables of a node by output handle. */
export type NodeOutputs = Readonly<Record<string, Table | DiscoveredTable>>;

/** What a node file states. Everything else about the node is derived from its plan. */
export interface NodeDefinition<F extends Form, Config> {
  /** The type name in graphs, e.g. `filterRows`. */
  readonly id: string;
  readonly label: string;
  /** `input` and `output` also say what the node does: it reads or writes a file. */
  readonly category: Category;
  readonly description: string;
  /** Default: a single required input `in`, none for the category `input`. */
  readonly inputs?: readonly Handle[];
  /** Default: the output `out`, none for the category `output`. */
  readonly outputs?: readonly Handle[];
  /** The fields of the config, with their defaults, in the order of the form. */
  readonly form: F;
  /** Defaults of missing keys that depend on the keys that a config has. */
  readonly impliedConfig?: (config: JsonObject) => JsonObject;
  /** Adds rules that concern several fields, or reads the config into another form. */
  readonly refine?: (config: z.ZodType<FormConfig<F>>) => z.ZodType<Config>;
  /**
   * Lowers the node to the plan. A table stands for the single output `out`. Schema, lineage, row behaviour
   * and possible failures follow from the plan.
   * @throws UserError, mostly a ConfigError of the table's methods, for a config that does not fit the inputs
   */
  readonly lower: (
    config: Config,
    inputs: NodeInputs<Table>,
    context: NodeContext,
  ) => Table | DiscoveredTable | NodeOutputs;
  /**
   * What its author should know of a config that is valid. Default: nothing.
   * @param given the keys that the config itself has
   */
  readonly warnings?: (config: Config, given: JsonObject) => readonly ConfigWarning[];
  readonly examples?: readonly NodeExample[];
  /** It reads or writes what its `connection_id` names, in place of a dataset or a file. Default: nothing. */
  readonly usesConnection?: ConnectionUseName;
  /** For an input: the formats of the datasets that it is meant for. Default: any. */
  readonly datasetFormats?: readonly FileFormat[];
}

/** A node type of the registry. The config type is erased, since only the schema creates its values. */
export interface AnyNode {
  readonly id: string;
  readonly label: string;
  readonly category: Category;
  readonly description: string;
  readonly kind: 'input' | 'output' | 'transform';
  readonly inputs: readonly Handle[];
  readonly outputs: readonly Handle[];
  /** Supplies missing keys of a node's config. */
  readonly defaultConfig: JsonObject;
  /** Defaults that depend on other keys; see completeConfig. */
  readonly impliedConfig?: ((config: JsonObject) => JsonObject) | undefined;
  /** How the keys of a config are read before `config` parses it. */
  readonly reading: ConfigReading;
  /** Parses a config with merged defaults and bound parameters. Its messages are shown to users. */
  readonly config: z.ZodType;
  readonly fields: readonly ConfigField[];
  /** Config keys that are read, but that neither form nor catalogue shows. */
  readonly formerKeys: readonly string[];
  /** What its author should know of a config that is valid. `config` is parsed, `given` has the keys that it has itself. */
  readonly warnings: (config: unknown, given: JsonObject) => readonly ConfigWarning[];
  /** Config keys with an expression. `{{ name }}` in them is a typed literal of the expression. */
  readonly expressionKeys: readonly string[];
  /** Whether a flow may end with the node, without an output: what it reports is its result. */
  readonly isFlowTerminal: boolean;
  /** The runtimes of the config keys with a script. */
  readonly scripts: Readonly<Record<string, ScriptRuntime>>;
  /** The plan of the node, by output handle. */
  readonly lower: (config: unknown, inputs: NodeInputs<Table>, context: NodeContext) => NodeOutputs;
  readonly examples: readonly NodeExample[];
  /** What its `connection_id` has to name, which it reads or writes in place of a dataset or a file. */
  readonly usesConnection: ConnectionUseName | null;
  /** For an input: the formats of the datasets that it is meant for; undefined: any. */
  readonly datasetFormats: readonly FileFormat[] | undefined;
}

/** A required single input `in`. */
export const DATAFRAME_IN: Handle = { id: 'in', type: 'dataframe', required: true, multi: false };
/** The output `out`. */
export const DATAFRAME_OUT: Handle = { id: 'out', type: 'dataframe', required: true, multi: false };

/** Declares a node type. The config type is inferred from its form. */
export function defineNode<F extends Form, Config = FormConfig<F>>(
  definition: NodeDefinition<F, Config>,
): AnyNode {
  const { id, label, category, description, form, refine, lower, examples = [] } = definition;
  const kind = category === 'input' || category === 'output' ? category : 'transform';
  const reading = readingOf(form);
  const shape = Object.fromEntries(Object.entries(form).map(([key, field]) => [key, field.schema]));
  const config = z.object(shape) as unknown as z.ZodType<FormConfig<F>>;
  return {
    id,
    label,
    category,
    description,
    kind,
    inputs: definition.inputs ?? (kind === 'input' ? [] : [DATAFRAME_IN]),
    outputs: definition.outputs ?? (kind === 'output' ? [] : [DATAFRAME_OUT]),
    defaultConfig: defaultConfigOf(form),
    impliedConfig: definition.impliedConfig,
    reading,
    config: refine === undefined ? config : refine(config),
    fields: fieldsOf(form),
    formerKeys: Object.keys(form).filter((key) => form[key]?.isFormer === true),
    // The schema above is the only source of configs.
    warnings: (parsed, given) => [
      ...reading.warnings(given),
      ...(definition.warnings?.(parsed as Config, given) ?? []),
    ],
    isFlowTerminal: category === 'chart',
    usesConnection: definition.usesConnection ?? null,
    scripts: Object.fromEntries(
      Object.entries(form).flatMap(([key, { runtime }]): [string, ScriptRuntime][] =>
        runtime === undefined ? [] : [[key, runtime]],
      ),
    ),
    expressionKeys: Object.keys(form).filter((key) => form[key]?.isExpression === true),
    lower: (parsed, inputs, context) => {
      // The schema above is the only source of configs.
      const output = lower(parsed as Config, inputs, context);
      return isTable(output) ? { out: output } : output;
    },
    examples,
    datasetFormats: definition.datasetFormats,
  };
}

/** Whether a node is an input that reads a dataset. */
export function readsDataset({ kind, usesConnection }: AnyNode): boolean {
  return kind === 'input' && usesConnection === null;
}

/** A config with each value in one form, and with the defaults of its missing keys. */
export function completeConfig(
  {
    defaultConfig,
    impliedConfig,
    reading,
  }: Pick<AnyNode, 'defaultConfig' | 'impliedConfig' | 'reading'>,
  config: JsonObject,
): JsonObject {
  const given = reading.normalize(config);
  return { ...defaultConfig, ...impliedConfig?.(given), ...given };
}

function isTable(output: Table | DiscoveredTable | NodeOutputs): output is Table | DiscoveredTable {
  return output instanceof Table || output instanceof DiscoveredTable;
}
