import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readRest } from '../../runner/connectors/providers/rest-api/rest-read.ts';
import { UserError } from '../../runner/domain/errors.ts';
import type { FileWarningCode } from '../../runner/domain/file-warning.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import type { ParseOptions } from '../../runner/domain/parse-options.ts';
import pl from '../../runner/engines/polars/pinned/library.ts';
import { ingestFile } from '../../runner/formats/ingest.ts';
import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { difference } from '../parity/difference.ts';
import { readTable, type ReadTable } from '../parity/table-file.ts';
import { startWebServer } from '../support/web-server.ts';

/**
 * Pages as services answer them: what is odd about them, and what the user of a connection must get. Give the right
 * rows, or the words of the refusal.
 */
export interface WorldPages {
  /** A clause that completes "pages with …"; it is the title of the test, so it is unique in the table. */
  readonly oddity: string;
  readonly format: 'csv' | 'json';
  /** The pages of one read. */
  readonly pages: readonly (string | Uint8Array)[];
  /** The parse options of the connection. Those of an upload have the same names. */
  readonly options?: ParseOptions;
  /** Other options of the connection. */
  readonly connection?: JsonObject;
  readonly right?: ExampleTable;
  /**
   * The warnings of an upload of the first page, all of them, by their codes, with words of their messages. The read
   * has them in the same order, with the same words; of one page they are the same sentences. Default: there are none.
   */
  readonly warnings?: Readonly<Partial<Record<FileWarningCode, string | RegExp>>>;
  /** Words of the error, which name the place and the way out. There are no rows then. */
  readonly refusal?: string | RegExp;
}

interface Outcome {
  readonly table: ReadTable;
  readonly warnings: readonly { readonly code?: string; readonly message: string }[];
}

/** Registers a test for every row of a table. A server of the test answers the pages by their numbers. */
export function checkWorldPages(title: string, table: readonly WorldPages[]): void {
  describe(title, () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'millrace-pages-'));
    });
    afterEach(async () => {
      await rm(folder, { recursive: true });
    });

    it.each(table.map((row) => [row.oddity, row] as const))(
      'reads or refuses pages with %s',
      async (_oddity, row) => {
        const read = await outcomeOf(() => readPages(row, folder));
        if ('error' in read || row.refusal !== undefined) {
          expect(read).toEqual({ error: expectedText(row.refusal) });
          return;
        }
        expect(row.right === undefined ? 'no right rows' : difference(read.table, row.right)).toBe(
          null,
        );
        const upload = await uploadFirst(row, folder);
        expect(upload.warnings.map(({ code, message }) => [code, message])).toEqual(
          Object.entries(row.warnings ?? {}).map(([code, words]) => [code, expectedText(words)]),
        );
        const sentences = ({ warnings }: Outcome): string[] => warnings.map((each) => each.message);
        expect(sentences(read)).toEqual(Object.values(row.warnings ?? {}).map(expectedText));
        if (row.pages.length === 1) expect(sentences(read)).toEqual(sentences(upload));
      },
    );
  });
}

function expectedText(words: string | RegExp | undefined): unknown {
  if (words === undefined) return 'no refusal';
  return typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words);
}

async function outcomeOf(
  read: () => Promise<Outcome>,
): Promise<Outcome | { readonly error: string }> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UserError) return { error: error.message };
    throw error;
  }
}

async function readPages(
  { format, pages, options = {}, connection = {} }: WorldPages,
  folder: string,
): Promise<Outcome> {
  const server = await startWebServer((url, response) => {
    const page = pages[Number(url.searchParams.get('page') ?? '1') - 1];
    if (page === undefined) response.writeHead(404);
    else response.setHeader('Content-Type', format === 'csv' ? 'text/csv' : 'application/json');
    response.end(page);
  });
  const file = path.join(folder, 'rows.parquet');
  const paging = pages.length > 1 ? { page_param: 'page' } : {};
  const fields = { id: 'c', name: 'R', provider: 'rest_api', host: server.url, secret: null };
  const given = JSON.parse(JSON.stringify({ ...paging, ...connection, ...options })) as JsonObject;
  try {
    const { warnings } = await readRest(
      {
        connection: { ...fields, port: null, database: null, username: null, options: given },
        secret: null,
      },
      { source: { kind: 'table', schema: null, table: 'orders' }, maxRows: null, file },
      { env: {} },
    );
    return { table: readTable(file), warnings: warnings.map((message) => ({ message })) };
  } finally {
    await server.close();
  }
}

/** The first page as the file of an upload: its warnings have codes. */
async function uploadFirst(
  { format, pages: [page = ''], options = {}, connection = {} }: WorldPages,
  folder: string,
): Promise<Outcome> {
  const source = path.join(folder, `page.${format}`);
  const dataPath = path.join(folder, 'copy.parquet');
  await writeFile(source, page);
  const { records_path: records } = connection;
  const { warnings } = await ingestFile({
    path: source,
    fileName: 'page',
    format,
    options: typeof records === 'string' ? { ...options, records } : options,
    dataPath,
    rewrittenPath: path.join(folder, 'rewritten'),
    pl,
  });
  return { table: readTable(dataPath), warnings };
}
