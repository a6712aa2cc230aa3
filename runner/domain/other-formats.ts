import { FORMAT_BY_EXTENSION } from './file-format.ts';

const UNPACK = 'Unpack it, and give the files in it.';

const ANYTHING =
  'It may be anything: end its name in .csv if it is a table of text, in .json if it begins with [ or {, in .parquet if it begins with PAR1, in .xlsx if it is a workbook, which begins with PK, else in .txt.';

/** @param reader of pandas */
function convert(reader: string): string {
  return `Convert it to Parquet, as by pandas: pd.${reader}("FILE").to_parquet("FILE.parquet").`;
}

/** What files with the extension are, and a way out; the extensions are in lower case, with their dot. */
const OTHERS: Readonly<Record<string, string>> = {
  '.dat': ANYTHING,
  '.data': ANYTHING,
  '.ods': 'It is an OpenDocument sheet: save it as .xlsx in LibreOffice or Excel.',
  '.numbers': 'It is a sheet of Numbers: export it as Excel or CSV.',
  '.xlsb': 'It is a binary workbook: save it as .xlsx in Excel.',
  '.xlsm': 'It is a workbook with macros: save it as .xlsx.',
  '.zip': `It is an archive. ${UNPACK}`,
  '.7z': `It is an archive. ${UNPACK}`,
  '.rar': `It is an archive. ${UNPACK}`,
  '.tar': `It is an archive. ${UNPACK}`,
  '.tgz': `It is an archive. ${UNPACK}`,
  '.bz2': 'It is compressed with bzip2: decompress it, as by bunzip2, or compress it with gzip.',
  '.xz': 'It is compressed with xz: decompress it, as by unxz, or compress it with gzip.',
  '.zst': 'It is compressed with Zstandard: decompress it, as by unzstd, or compress it with gzip.',
  '.lz4': 'It is compressed with LZ4: decompress it, as by unlz4, or compress it with gzip.',
  '.sas7bdat': `It is a data set of SAS. ${convert('read_sas')}`,
  '.xpt': `It is a transport file of SAS. ${convert('read_sas')}`,
  '.dta': `It is a data set of Stata. ${convert('read_stata')}`,
  '.sav': `It is a data set of SPSS. ${convert('read_spss')}`,
  '.orc': `It is an ORC file. ${convert('read_orc')}`,
  '.avro':
    'It is an Avro file. Convert it to Parquet, as by polars: pl.read_avro("FILE").write_parquet("FILE.parquet").',
  '.pkl': `It is a pickle of Python. ${convert('read_pickle')}`,
  '.h5': `It is an HDF5 file. ${convert('read_hdf')}`,
  '.xml': 'It is XML. Convert it to CSV or JSON.',
  '.html': 'It is an HTML page. Save its table as .csv or .xlsx.',
  '.pdf': 'It is a PDF. Export its table as .csv or .xlsx.',
  '.sql': 'It is SQL. Give the rows of a query as .csv.',
  '.db': 'It may be a SQLite database: make a connection to it.',
  '.sqlite': 'It is a SQLite database: make a connection to it.',
  '.duckdb': 'It is a DuckDB database: make a connection to it.',
};

/** The last extension of a file name, in lower case, with its dot; empty: it has none. */
function extensionOf(fileName: string): string {
  return /[^./\\](\.[^./\\]*)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** Why a file cannot be read by its name, as a sentence with a way out. @param fileName without folders, as it was given */
export function unreadableName(fileName: string, { isGzipRead = true } = {}): string {
  const extension = extensionOf(fileName);
  const known = `The extension must be one of ${Object.keys(FORMAT_BY_EXTENSION).join(' ')}${isGzipRead ? ', and .gz may follow those of text' : ''}.`;
  if (extension === '')
    return `A file without extension cannot be read: end its name in .csv if it is a table of text, in .txt if it is lines. ${known}`;
  const isPacked = extension === '.gz';
  const inner = isPacked ? extensionOf(fileName.slice(0, -extension.length)) : '';
  const whole = `${inner}${extension}`;
  const advice = Object.hasOwn(OTHERS, extension) ? (OTHERS[extension] ?? '') : '';
  const what = isPacked ? packedAdvice(inner) : advice;
  return [`A ${whole} file cannot be read.`, what, known].filter((text) => text !== '').join(' ');
}

function packedAdvice(inner: string): string {
  if (inner === '') return 'Name what is in it, such as orders.csv.gz.';
  return Object.hasOwn(FORMAT_BY_EXTENSION, inner) ? 'Decompress it, as by gunzip.' : '';
}
