import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pl from '../../runner/engines/polars/pinned/library.ts';
import type { ColumnProfile } from '../../runner/domain/dataset.ts';
import type { ParseOptions } from '../../runner/domain/parse-options.ts';
import type { FileIrregularity } from '../../runner/domain/file-irregularity.ts';
import type { FileWarning } from '../../runner/domain/file-warning.ts';
import type { FileFormat } from '../../runner/domain/file-format.ts';
import type { Row } from '../../runner/domain/json.ts';
import { ingestFile } from '../../runner/formats/ingest.ts';

/** The result of reading a file, in the form that tests assert. */
export interface IngestOutcome {
  /** `name:type` of every column, with `rounded` if it is marked. */
  readonly columns: readonly string[];
  readonly rowCount: number;
  readonly rows: readonly Row[];
  readonly profile: readonly ColumnProfile[];
  readonly parseOptions: ParseOptions | null;
  readonly irregularities: readonly FileIrregularity[] | undefined;
  /** The rewritten source, if any. */
  readonly rewritten: Buffer | null;
  readonly warnings: readonly FileWarning[];
}

/** A scratch folder in which tests read and write files. */
export class IngestWorkspace {
  readonly folder: string;
  #files = 0;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<IngestWorkspace> {
    return new IngestWorkspace(await mkdtemp(join(tmpdir(), 'formats-')));
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Lists files that the last ingest did not remove, except its source. */
  async leftovers(): Promise<string[]> {
    const names = await readdir(this.folder);
    return names.filter(
      (name) => new RegExp(`\\D${this.#files}(?!\\d)`).test(name) && !name.startsWith('source'),
    );
  }

  /** Reads content like an upload of `file.<format>`. */
  async ingest(
    format: FileFormat,
    content: string | Uint8Array,
    options: ParseOptions = {},
  ): Promise<IngestOutcome> {
    const id = ++this.#files;
    const path = this.path(`source${id}`);
    await writeFile(path, content);
    const rewrittenPath = this.path(`rewritten${id}`);
    const fileName = `file.${format}`;
    const dataPath = this.path(`data${id}.parquet`);
    const request = { path, fileName, format, options, dataPath, rewrittenPath, pl };
    const { facts, rewritten, warnings } = await ingestFile(request);
    return {
      columns: facts.columns.map(
        ({ name, type, rounded }) => `${name}:${type}${rounded === true ? ' rounded' : ''}`,
      ),
      rowCount: facts.rowCount,
      rows: facts.sample,
      profile: facts.profile,
      parseOptions: facts.parseOptions,
      irregularities: facts.irregularities,
      rewritten: rewritten ? await readFile(rewrittenPath) : null,
      warnings,
    };
  }
}

/** Opens a workspace before the tests of a group, and closes it after them. */
export function useIngestWorkspace(): Pick<IngestWorkspace, 'ingest'> {
  let workspace: IngestWorkspace;

  beforeAll(async () => {
    workspace = await IngestWorkspace.open();
  });

  afterAll(async () => {
    await workspace.close();
  });

  return { ingest: (...file) => workspace.ingest(...file) };
}
