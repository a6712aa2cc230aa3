import type { FileIrregularity } from '../domain/file-irregularity.ts';
import type { ExportInput } from './export-request.ts';

/** What no reader of Python reads as the service does. */
const ONLY_SERVICE: readonly FileIrregularity[] = ['misread_columns'];

/** Whether scripts read the columnar copy of a file, which the service keeps, in the place of the file. */
export function readsKeptCopy({ irregularities = [] }: ExportInput): boolean {
  return irregularities.some((found) => ONLY_SERVICE.includes(found));
}

/** The inputs of scripts: where a script cannot read a file alone, its columnar copy under a name of its own. */
export function withKeptCopies(inputs: readonly ExportInput[]): readonly ExportInput[] {
  const taken = new Set(inputs.map(({ datasetName }) => datasetName.toLowerCase()));
  const names = new Map<string, string>();
  return inputs.map((input) => {
    if (!readsKeptCopy(input)) return input;
    const { download, ...others } = input;
    const name = names.get(input.datasetName) ?? freeName(copyName(input.datasetName), taken);
    names.set(input.datasetName, name);
    return {
      ...others,
      datasetName: name,
      copyOf: input.datasetName,
      ...(download === undefined ? {} : { download: `${download}?as=parquet` }),
      format: 'parquet',
      parseOptions: null,
      irregularities: [],
    };
  });
}

const SUFFIX = '.parquet';

/** The name of the columnar copy of a file: another one, so that nobody takes the file for it. */
export function copyName(datasetName: string): string {
  return `${datasetName.replace(/\.[^./\\]*$/, '')}_copy${SUFFIX}`;
}

function freeName(base: string, taken: Set<string>): string {
  let name = base;
  for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
    name = `${base.slice(0, -SUFFIX.length)}_${count}${SUFFIX}`;
  }
  taken.add(name.toLowerCase());
  return name;
}

/** The sentences of the head of a script on the copies that it reads. */
export function keptCopyNotes(inputs: readonly ExportInput[]): readonly string[] {
  const notes = inputs.flatMap(({ datasetName, copyOf, download }) => {
    if (copyOf === undefined) return [];
    const from = download === undefined ? 'download it there' : `download it from ${download}`;
    return [
      `${datasetName} is the copy of ${copyOf} that the service keeps, since Python reads the file otherwise: ${from}.`,
    ];
  });
  return [...new Set(notes)];
}
