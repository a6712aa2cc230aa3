/** An exporter in the catalogue. The field names are those of the API. */
export interface Exporter {
  readonly id: string;
  readonly label: string;
  readonly format: 'python' | 'notebook';
  readonly file_extension: '.py' | '.ipynb';
  readonly capabilities: readonly string[];
  readonly provider: string;
}

/** All exporters, by id in ascending order. */
export const EXPORTERS: readonly Exporter[] = [
  script('eager-polars', 'Python (polars)', 'exporter.polars'),
  script('lazy-polars', 'Python (polars, lazy)', 'exporter.polars_lazy'),
  notebook('notebook', 'Jupyter Notebook (pandas)', 'exporter.notebook'),
  notebook('notebook-eager-polars', 'Jupyter Notebook (polars)', 'exporter.notebook_polars'),
  notebook(
    'notebook-lazy-polars',
    'Jupyter Notebook (polars, lazy)',
    'exporter.notebook_polars_lazy',
  ),
  script('python', 'Python (pandas)', 'exporter.python'),
];

function script(id: string, label: string, capability: string): Exporter {
  return exporter({ id, label, format: 'python', file_extension: '.py' }, capability);
}

function notebook(id: string, label: string, capability: string): Exporter {
  return exporter({ id, label, format: 'notebook', file_extension: '.ipynb' }, capability);
}

function exporter(
  facts: Pick<Exporter, 'id' | 'label' | 'format' | 'file_extension'>,
  capability: string,
): Exporter {
  return { ...facts, capabilities: [capability], provider: 'service.core' };
}
