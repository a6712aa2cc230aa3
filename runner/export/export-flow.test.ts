import type { FlowParameter, GraphDocument, GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { exportFlow } from './export-flow.ts';
import type { ExportInput, ExportRequest, FlowExport } from './export-request.ts';

const columns: ExportInput['columns'] = [
  { name: 'id', type: 'integer' },
  { name: 'city', type: 'string' },
  { name: 'paid', type: 'boolean' },
];

const NODES: Readonly<Record<string, GraphNode>> = {
  in: aNode('in', 'fileInput', { dataset_id: 'd', format: 'csv' }, 'File Input'),
  pick: aNode('pick', 'selectColumns', { columns: ['id', 'city'] }, 'Picked columns'),
  drop: aNode('drop', 'dropColumns', { columns: ['city'] }, 'No city'),
  name: aNode('name', 'renameColumns', { mapping: { id: 'key' } }),
  rate: aNode('rate', 'calculatedColumn', { column_name: 'rate', expression: 'id / 2' }),
  top: aNode('top', 'topRows'),
  out: aNode('out', 'fileOutput', { format: 'csv' }),
  out2: aNode('out2', 'fileOutput', { format: 'csv' }),
};

describe('the frames of an exported script', () => {
  it('are named after the labels of their nodes', () => {
    const { code } = exportFlow(aRequest(['in>pick', 'pick>drop', 'drop>out']));
    expect(code).toContain('picked_columns = orders[["id", "city"]]');
    expect(code).toContain('no_city = picked_columns.drop(columns=["city"])');
    expect(code).toContain('no_city.to_csv("output.csv", index=False)');
  });

  it.each([
    ['Paid Orders', 'paid_orders'],
    ['  Umsätze (Größe)!', 'umsatze_grosse'],
    ['Top 10', 'top_10'],
    ['2024', 'df_2024'],
    ['class', 'df_class'],
    ['Filter', 'df_filter'],
    ['l', 'df_l'],
    ['main', 'df_main'],
    ['pd', 'df_pd'],
    ['日本', 'select_columns'],
    ['Select Columns', 'select_columns'],
    ['selectColumns', 'select_columns'],
    ['No city', 'no_city_2'],
    ['word '.repeat(50), 'word_word_word_word_word_word_word_word'],
  ])('have a valid name of their own for the label %p', (label, variable) => {
    const request = aRequest(['in>drop', 'drop>pick', 'pick>out'], { pick: { columns: ['id'] } });
    const nodes = request.graph.nodes
      .map((node) => (node.id === 'pick' ? { ...node, data: { ...node.data, label } } : node))
      .toSorted((one) => (one.id === 'pick' ? 1 : 0));
    const { code } = exportFlow({ ...request, graph: { ...request.graph, nodes } });
    expect(code).toContain(`    ${variable} = no_city[`);
  });

  it.each([
    ['2024 Umsätze (neu).csv', 'df_2024_umsatze_neu'],
    ['日本.csv', 'file_input'],
    ['a.b-c.csv', 'a_b_c'],
  ])('of an input without a label are named after its file %s', (datasetName, variable) => {
    const { polars } = exportFlow({ ...chainRequest(), inputs: [anInput({ datasetName })] });
    expect(polars).toContain(`    ${variable} = `);
  });
});

describe('the files that an exported script writes', () => {
  it('never make an output overwrite an input or another output', () => {
    const request = aRequest(['in>out', 'in>out2'], {
      out: { dataset_name: 'Orders.csv' },
      out2: { dataset_name: '../../orders' },
    });
    const { polars } = exportFlow(request);
    expect(polars).toContain('.write_csv("Orders_2.csv")');
    expect(polars).toContain('.write_csv(".._.._orders.csv")');
  });
});

describe('the input file of an exported script', () => {
  it('is the uploaded file, read by its dialect', () => {
    const inputs = [
      anInput({ parseOptions: { encoding: 'cp1252', delimiter: ';', decimal: ',' } }),
    ];
    const { code, polars } = exportFlow({ ...chainRequest(), inputs });
    for (const script of [code, polars]) {
      expect(script).toMatch(/sep(arator)?=";"/);
      expect(script).not.toContain('as the service keeps it');
    }
  });

  it('is the uploaded file, of which lines, nulls and dates are read by options', () => {
    const parseOptions = { skip_rows: 2, null_values: ['NA'], has_header: false, dates: true };
    const { code, polars } = exportFlow({ ...chainRequest(), inputs: [anInput({ parseOptions })] });
    for (const script of [code, polars]) {
      expect(script).toContain('# The file as it was uploaded, not a download of the dataset.');
      expect(script).toMatch(/^ *check_uploaded\(/m);
      expect(script).toContain('skip=2');
      expect(script).toMatch(/header=False,\s+null_values=\["NA"\]/);
    }
  });

  it('is the stored file when lines begin as comments, which pandas finds within lines too', () => {
    const parseOptions = { encoding: 'utf-8', delimiter: ';', decimal: '.', comment: '#' };
    const { code, polars } = exportFlow({ ...chainRequest(), inputs: [anInput({ parseOptions })] });
    for (const script of [code, polars]) {
      expect(script).not.toContain('separator=";"');
      expect(script).toContain('# The file as the service keeps it: download it there');
    }
  });

  it('is downloaded from the path that the script names', () => {
    const parseOptions = { encoding: 'utf-8', comment: '#' };
    const download = '/api/datasets/d1/versions/2/download';
    const inputs = [anInput({ parseOptions, download })];
    const { code, polars } = exportFlow({ ...chainRequest(), inputs });
    for (const script of [code, polars]) {
      expect(script).toContain(`Download it under this name from\n    # ${download}\n`);
    }
  });
});

describe('a CSV file in an exported script', () => {
  const exports = (irregularities: ExportInput['irregularities']): FlowExport =>
    exportFlow({ ...chainRequest(), inputs: [anInput({ irregularities })] });

  it('is read by the reader of the library, at most 15 lines after the start', () => {
    const { code, polars, polars_lazy } = exports([]);
    expect(code).toContain('orders = pd.read_csv(\n');
    expect(polars).toContain('orders = pl.read_csv(\n');
    expect(polars_lazy).toContain('orders = pl.scan_csv(\n');
    for (const script of [code, polars, polars_lazy]) expectShortHead(script);
  });

  it('has at most 15 lines before it when nodes and outputs need functions of the script', () => {
    const request = aRequest(['in>rate', 'rate>out', 'in>out2']);
    const moments = [...columns, { name: 'at', type: 'datetime' }] as const;
    const inputs = [anInput({ columns: moments })];
    const { code, polars, polars_lazy } = exportFlow({ ...request, inputs });
    expect(code).toMatch(/\ndef with_text_cells\(/);
    expect(code).toMatch(/\ndef nan_to_null\(/);
    for (const script of [code, polars, polars_lazy]) expectShortHead(script);
  });

  it('is read by a careful reader that gives its reason', () => {
    const { code, polars_lazy } = exports(['blank_lines', 'padded_cells']);
    expect(code).toContain(
      '# pd.read_csv alone would misread this file: it has spaces around values.\n',
    );
    expect(polars_lazy).toContain(
      '# pl.scan_csv alone would misread this file: it has blank lines and spaces around values.\n',
    );
    expect(polars_lazy).toContain('scan_csv(\n        csv_source("orders.csv"),');
  });

  it('is scanned without reading it at once unless its lines need care', () => {
    expect(exports(['nan_cells']).polars_lazy).toContain('orders = scan_csv("orders.csv", {');
    expect(exports(['nan_cells']).polars_lazy).not.toContain('csv_source');
  });

  it('is read with care when its form is not known', () => {
    for (const script of Object.values(exports(undefined)).slice(0, 3)) {
      expect(script).toMatch(/# What p[dl]\.\w+_csv alone would misread here is not known\./);
    }
  });
});

describe('statistics of columns in a lazy script', () => {
  const lazyScript = (width: number, type: string, config: JsonObject = {}): string => {
    const columns = Array.from({ length: width }, (_, at) => {
      return { name: `c${at}`, type: 'float' } as const;
    });
    const request = aRequest(['in>pick', 'pick>out']);
    const nodes = request.graph.nodes.map((node) =>
      node.id === 'pick' ? { ...node, type, data: { ...node.data, config } } : node,
    );
    const inputs = [anInput({ columns })];
    return exportFlow({ ...request, graph: { ...request.graph, nodes }, inputs }).polars_lazy;
  };
  const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `c${at}`);

  it.each([
    ['fillNulls', () => ({ strategy: 'median' })],
    ['removeOutliers', (columns: string[]) => ({ columns })],
  ])('are found in memory when they are many: %s', (type, configOf) => {
    expect(lazyScript(2, type, configOf(names(2)))).not.toContain('.collect()');
    const wide = lazyScript(20, type, configOf(names(20)));
    expect(wide).toContain('# Evaluated here: a lazy plan is slow with statistics of many');
    expect(wide.match(/\.(collect|lazy)\(\)/g)).toEqual(['.collect()', '.lazy()']);
  });

  it('are found in memory by a description', () => {
    expect(lazyScript(2, 'describe')).toContain('    frame = frame.collect()\n');
  });
});

describe('a Parquet file in an exported script', () => {
  const exports = (irregularities: ExportInput['irregularities']): FlowExport => {
    const file = { format: 'parquet', datasetName: 'orders.parquet', irregularities } as const;
    return exportFlow({ ...chainRequest(), inputs: [anInput(file)] });
  };

  it('is read by the reader of the library when its columns have the types of the table', () => {
    const { code, polars, polars_lazy } = exports([]);
    expect(code).toContain('    orders = pd.read_parquet("orders.parquet", dtype_backend=');
    expect(polars).toContain('    orders = pl.read_parquet("orders.parquet")\n');
    expect(polars_lazy).toContain('    orders = pl.scan_parquet("orders.parquet")\n');
    for (const script of [code, polars, polars_lazy]) {
      expect(script).not.toMatch(/def \w+_parquet/);
    }
  });

  it('is cast when a cast gives the types of the table', () => {
    const { polars, polars_lazy } = exports(['cast_types']);
    expect(polars).toMatch(/pl\.read_parquet\("orders\.parquet"\)\.cast\(\s*\{\s*"id": pl\.Int64/);
    expect(polars_lazy).toMatch(
      /pl\.scan_parquet\("orders\.parquet"\)\.cast\(\s*\{\s*"id": pl\.Int64/,
    );
    expect(polars_lazy).not.toContain('def scan_parquet');
  });

  it('has null in place of NaN by one call', () => {
    const file = {
      format: 'parquet',
      columns: [...columns, { name: 'price', type: 'float' }],
      irregularities: ['nan_cells'],
    } as const;
    const request = { ...chainRequest(), inputs: [anInput(file)] };
    const { code, polars, polars_lazy } = exportFlow(request);
    expect(code).toContain('.astype({"price": "float64"})\n');
    expect(polars).toMatch(
      /pl\.read_parquet\(.*\)\.with_columns\(\s*pl\.col\(pl\.Float64\)\.fill_nan/,
    );
    expect(polars_lazy).toMatch(
      /pl\.scan_parquet\(.*\)\.with_columns\(\s*pl\.col\(pl\.Float64\)\.fill_nan/,
    );
    for (const script of [code, polars, polars_lazy]) {
      expect(script).not.toMatch(/def \w+_parquet/);
    }
  });

  it('is read by a careful reader that gives its reason', () => {
    const { code, polars_lazy } = exports(['other_types', 'pandas_index']);
    expect(code).toContain(
      '# pd.read_parquet alone would misread this file: it has columns of other types and the index of',
    );
    expect(polars_lazy).toContain(
      '# pl.scan_parquet alone would misread this file: it has columns of other types.\n',
    );
    expect(polars_lazy).toMatch(/\ndef scan_parquet\(/);
  });

  it('is read with care when its form is not known', () => {
    for (const script of Object.values(exports(undefined)).slice(0, 3)) {
      expect(script).toMatch(/# What p[dl]\.\w+_parquet alone would misread here is not known\./);
    }
  });
});

describe('parameters of an exported script', () => {
  const parameters: readonly FlowParameter[] = [
    { name: 'column', default: 'city', description: 'what to keep' },
    { name: 'region', type: 'string' },
    { name: 'list', type: 'boolean', default: true },
  ];

  function withParameters(config: JsonObject): string {
    const request = aRequest(['in>pick', 'pick>out'], { pick: config });
    return exportFlow({ ...request, graph: { ...request.graph, parameters } }).code;
  }

  it('are assigned at the top and used by name', () => {
    const code = withParameters({ columns: ['id', '{{ column }}'] });
    expect(code).toContain('\n# what to keep\ncolumn = "city"\n');
    expect(code).toContain('orders[["id", column]]');
  });

  it('are None without a default, and checked when the flow starts', () => {
    const code = withParameters({ columns: ['id'] });
    expect(code).toContain('\nregion = None\n');
    expect(code).toContain(
      'def main() -> None:\n    if region is None:\n        raise ValueError("Set region at the head of this script: it must be text.")\n',
    );
  });

  it('become part of an f-string within a text, which keeps the rest', () => {
    const request = aRequest(['in>name', 'name>out'], {
      name: { mapping: { id: 'a "{b}" {{ column }} {{list}} {{ unknown }}' } },
    });
    const { polars } = exportFlow({ ...request, graph: { ...request.graph, parameters } });
    expect(polars).toContain(`f'a "{{b}}" {column} {parameter_text(list_)} {{{{ unknown }}}}'`);
    expect(polars).toContain('def parameter_text(value):');
  });

  it('get another name when Python needs theirs', () => {
    expect(withParameters({ columns: ['id'] })).toContain('list_ = True\n');
    const request = chainRequest();
    const graph = { ...request.graph, parameters: [{ name: 'pd', default: 'x' }] };
    expect(exportFlow({ ...request, graph }).code).toContain('pd_ = "x"\n');
  });
});

describe('a name that exported code binds itself', () => {
  const unpivot = aNode('turn', 'unpivot', { id_vars: ['id'], value_vars: ['city'] });

  it('is not the name of the frame that the code reads', () => {
    const { graph, ...request } = aRequest(['in>pick', 'pick>out']);
    const nodes = graph.nodes.map((node) =>
      node.id === 'pick' ? { ...node, data: { ...node.data, label: 'Column' } } : node,
    );
    const edges = [
      { source: 'in', target: 'pick' },
      { source: 'pick', target: 'turn' },
      { source: 'turn', target: 'out' },
    ];
    const exported = exportFlow({ ...request, graph: { nodes: [...nodes, unpivot], edges } });
    expect(exported.polars).toContain('    column = orders');
    expect(exported.polars_lazy).toContain('    df_column = orders');
    expect(exported.polars_lazy).toContain('for column in ["city"]');
  });

  it('is not the name of a parameter', () => {
    const { graph, ...request } = aRequest(['in>out']);
    const node = {
      ...unpivot,
      data: { config: { ...unpivot.data.config, var_name: '{{ column }}' } },
    };
    const { polars_lazy } = exportFlow({
      ...request,
      graph: {
        nodes: [...graph.nodes, node],
        edges: [
          { source: 'in', target: 'turn' },
          { source: 'turn', target: 'out' },
        ],
        parameters: [{ name: 'column', default: 'field' }],
      },
    });
    expect(polars_lazy).toContain('\ncolumn_ = "field"\n');
    expect(polars_lazy).toContain('pl.lit(column).alias(column_)');
  });
});

describe('texts of an exported flow', () => {
  it('stay comments and literals with any content', () => {
    const request = chainRequest();
    const evil = 'x\nimport os\u2028os.system("boom")\r"""';
    const nodes = request.graph.nodes.map((node) => ({
      ...node,
      data: { ...node.data, label: evil },
    }));
    const inputs = [anInput({ datasetName: 'a"\nb\\.csv' })];
    const exported = exportFlow({
      ...request,
      flowName: evil,
      graph: { ...request.graph, nodes },
      inputs,
    });
    for (const code of [exported.code, exported.polars, exported.polars_lazy]) {
      expect(code).not.toMatch(/^\s*import os/m);
      expect(code).not.toMatch(/^os\./m);
      expect(code).toContain(String.raw`'a"\nb\\.csv'`);
    }
  });
});

describe('notebooks', () => {
  it('are omitted unless requested', () => {
    expect(exportFlow(chainRequest()).notebook).toBeNull();
  });

  it('are nbformat 4.5 with the flow name, then the code of the script', () => {
    const exported = exportFlow({ ...chainRequest(), includeNotebooks: true });
    const notebook = JSON.parse(exported.notebook_polars ?? '') as Notebook;
    expect([notebook.nbformat, notebook.nbformat_minor]).toEqual([4, 5]);
    expect(notebook.metadata.kernelspec.name).toBe('python3');
    const [first, ...rest] = notebook.cells;
    expect(first?.cell_type).toBe('markdown');
    expect(first?.source.join('')).toContain('# Nightly');
    expect(new Set(notebook.cells.map(({ id }) => id)).size).toBe(notebook.cells.length);
    for (const cell of rest) {
      expect(cell.cell_type).toBe('code');
      expect(withoutLayout(exported.polars)).toContain(withoutLayout(cell.source.join('')));
    }
  });
});

/** Returns code without what differs when it is indented. */
function withoutLayout(code: string): string {
  return code.replaceAll(/[\s,]/g, '');
}

interface Notebook {
  readonly nbformat: number;
  readonly nbformat_minor: number;
  readonly metadata: { readonly kernelspec: { readonly name: string } };
  readonly cells: readonly {
    readonly id: string;
    readonly cell_type: string;
    readonly source: readonly string[];
  }[];
}

describe('the name of a column', () => {
  /** The texts of the scripts of a flow whose only column has a name. */
  function textsOfScripts(name: string): readonly string[] {
    const top = { by: [name], per_group: [name], n: 1 };
    const inputs = [anInput({ columns: [{ name, type: 'string' }] })];
    const {
      code,
      polars,
      polars_lazy: lazy,
    } = exportFlow({
      ...aRequest(['in>top', 'top>out'], { top }),
      inputs,
    });
    return [code, polars, lazy].flatMap((script) => script.match(/"(?:[^"\\\n]|\\.)*"/g) ?? []);
  }

  it.each(['\uE000input\uE000', '\0input\0', '{0}', '$1$&'])(
    'is the same at each place of a chain: %j',
    (name) => {
      const expected = textsOfScripts('kind').map((text) =>
        text === '"kind"' ? JSON.stringify(name) : text,
      );
      expect(textsOfScripts(name)).toEqual(expected);
    },
  );
});

describe('freeing intermediates', () => {
  it('deletes each frame after its last use', () => {
    const request = aRequest(['in>pick', 'in>drop', 'pick>out', 'drop>out2']);
    const { code } = exportFlow({ ...request, freeIntermediates: true });
    const order = [
      'no_city = orders',
      'del orders',
      'picked_columns.to_csv',
      'del picked_columns',
      'with_text_cells(no_city)',
    ];
    const places = order.map((text) => code.indexOf(text));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(exportFlow(request).code).not.toContain('del ');
  });
});

describe('a flow that cannot be exported', () => {
  it.each([
    ['has no nodes', { graph: { nodes: [], edges: [] } }, /no nodes/],
    ['has an unknown node type', { graph: graphOf(aNode('x', 'teleport'), []) }, /x.*"teleport"/],
    ['has a cycle', aRequest(['in>out', 'pick>drop', 'drop>pick']), /circle/],
    ['reads an unknown dataset', { inputs: [] }, /Its dataset is unknown/],
    ['has an open input', aRequest(['in>out', 'drop>out2']), /drop.*The input "in" needs an edge/],
    ['has an edge to no node', aRequest(['in>out', 'in>gone']), /its target "gone" is no node/],
    [
      'names an unknown column',
      aRequest(['in>pick', 'pick>out'], { pick: { columns: ['citty'] } }),
      /pick.*"citty".*"city"/,
    ],
  ])('is reported because it %s', (_title, change, message) => {
    expect(() => exportFlow({ ...chainRequest(), ...change })).toThrow(message);
  });
});

function aNode(id: string, type: string, config: JsonObject = {}, label = id): GraphNode {
  return { id, type, data: { label, config } };
}

function graphOf(node: GraphNode, edges: GraphDocument['edges']): GraphDocument {
  return { nodes: [node], edges };
}

/** Expects at most 15 lines before the first node. */
function expectShortHead(script: string): void {
  const first = script.split('\n').indexOf('    # File Input');
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(15);
}

/** Returns a request for a graph with edges such as `in>pick` and configs by node. */
function aRequest(
  wires: readonly string[],
  configs: Readonly<Record<string, JsonObject>> = {},
): ExportRequest {
  const edges = wires.map((wire) => {
    const [source = '', target = ''] = wire.split('>');
    return { source, target };
  });
  const used = new Set(edges.flatMap(({ source, target }) => [source, target]));
  const nodes = Object.values(NODES)
    .filter(({ id }) => used.has(id))
    .map((node) => ({
      ...node,
      data: { ...node.data, config: { ...node.data.config, ...configs[node.id] } },
    }));
  return { flowName: 'Nightly', graph: { nodes, edges }, inputs: [anInput({})] };
}

function chainRequest(): ExportRequest {
  return aRequest(['in>pick', 'pick>out']);
}

function anInput(change: Partial<ExportInput>): ExportInput {
  return {
    nodeId: 'in',
    datasetName: 'orders.csv',
    format: 'csv',
    parseOptions: null,
    irregularities: [],
    columns,
    ...change,
  };
}
