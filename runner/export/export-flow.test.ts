import type { FlowParameter, GraphDocument, GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { exportFlow } from './export-flow.ts';
import type { ExportInput, ExportRequest } from './export-request.ts';

const columns: ExportInput['columns'] = [
  { name: 'id', type: 'integer' },
  { name: 'city', type: 'string' },
  { name: 'paid', type: 'boolean' },
];

const NODES: Readonly<Record<string, GraphNode>> = {
  in: aNode('in', 'fileInput', { dataset_id: 'd', format: 'csv' }),
  pick: aNode('pick', 'selectColumns', { columns: ['id', 'city'] }),
  drop: aNode('drop', 'dropColumns', { columns: ['city'] }),
  name: aNode('name', 'renameColumns', { mapping: { id: 'key' } }),
  out: aNode('out', 'fileOutput', { format: 'csv' }),
  out2: aNode('out2', 'fileOutput', { format: 'csv' }),
};

describe('variables of an exported script', () => {
  it('are reused along a chain', () => {
    const { code } = exportFlow(aRequest(['in>pick', 'pick>drop', 'drop>out']));
    expect(code).toContain('df_orders = df_orders[["id", "city"]]');
    expect(code).toContain('df_orders = df_orders.drop(columns=["city"])');
    expect(code).toContain('df_orders.to_csv("output.csv", index=False)');
  });

  it('are new after a fork, so that no branch changes another', () => {
    const { code } = exportFlow(aRequest(['in>pick', 'in>drop', 'pick>out', 'drop>out2']));
    expect(code).toContain('df_1 = df_orders[["id", "city"]]');
    expect(code).toContain('df_2 = df_orders.drop(columns=["city"])');
  });

  it('are not reused while an earlier output shares them', () => {
    const { code } = exportFlow(aRequest(['in>out', 'in>pick', 'pick>out2']));
    expect(code).toContain('df_1 = df_orders[["id", "city"]]');
  });

  it.each([
    ['2024 Umsätze (neu).csv', 'df_2024_Ums_tze_neu'],
    ['日本.csv', 'df_input'],
    ['a.b-c.csv', 'df_a_b_c'],
  ])('derive from the file %s the name %s', (datasetName, variable) => {
    const { polars } = exportFlow({ ...chainRequest(), inputs: [anInput({ datasetName })] });
    expect(polars).toContain(`${variable} = scan_csv(\n    ${JSON.stringify(datasetName)},\n`);
  });

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
      expect(script).toContain('separator=";"');
      expect(script).not.toContain('as the service keeps it');
    }
  });

  it('is the stored file when lines, nulls or dates were read by options', () => {
    const parseOptions = { encoding: 'utf-8', delimiter: ';', decimal: '.', skip_rows: 2 };
    const { code, polars } = exportFlow({ ...chainRequest(), inputs: [anInput({ parseOptions })] });
    for (const script of [code, polars]) {
      expect(script).not.toContain('separator=";"');
      expect(script).toContain('# The file as the service keeps it: download it there');
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
    expect(code).toContain('column = "city"  # what to keep\n');
    expect(code).toContain('df_orders[["id", column]]');
  });

  it('are None without a default, and checked', () => {
    expect(withParameters({ columns: ['id'] })).toContain(
      'region = None\nif region is None:\n    raise ValueError("Set region at the head of this script: it must be text.")',
    );
  });

  it('become part of an f-string within a text, which keeps the rest', () => {
    const request = aRequest(['in>name', 'name>out'], {
      name: { mapping: { id: 'a "{b}" {{ column }} {{list}} {{ unknown }}' } },
    });
    const { polars } = exportFlow({ ...request, graph: { ...request.graph, parameters } });
    expect(polars).toContain('f"a \\"{{b}}\\" {column} {parameter_text(list_)} {{{{ unknown }}}}"');
    expect(polars).toContain('def parameter_text(value):');
  });

  it('get another name when Python needs theirs', () => {
    expect(withParameters({ columns: ['id'] })).toContain('list_ = True\n');
    const request = chainRequest();
    const graph = { ...request.graph, parameters: [{ name: 'read_csv', default: 'x' }] };
    expect(exportFlow({ ...request, graph }).code).toContain('read_csv_ = "x"\n');
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
      expect(code).toContain('"a\\"\\nb\\\\.csv"');
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
      for (const line of cell.source) expect(exported.polars).toContain(line.trim());
    }
  });
});

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

describe('freeing intermediates', () => {
  it('deletes each frame after its last use', () => {
    const request = aRequest(['in>pick', 'in>drop', 'pick>out', 'drop>out2']);
    const { code } = exportFlow({ ...request, freeIntermediates: true });
    const order = [
      'df_2 = df_orders',
      'del df_orders',
      'df_1.to_csv',
      'del df_1',
      'with_text_cells(df_2)',
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
    ['has an open input', aRequest(['in>out', 'drop>out2']), /"in" is not connected/],
    [
      'names an unknown column',
      aRequest(['in>pick', 'pick>out'], { pick: { columns: ['citty'] } }),
      /pick.*"citty".*"city"/,
    ],
  ])('is reported because it %s', (_title, change, message) => {
    expect(() => exportFlow({ ...chainRequest(), ...change })).toThrow(message);
  });
});

function aNode(id: string, type: string, config: JsonObject = {}): GraphNode {
  return { id, type, data: { label: id, config } };
}

function graphOf(node: GraphNode, edges: GraphDocument['edges']): GraphDocument {
  return { nodes: [node], edges };
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
    columns,
    ...change,
  };
}
