/** File formats of uploads and outputs. */
export const FILE_FORMATS = ['csv', 'tsv', 'excel', 'parquet', 'json', 'jsonl', 'text'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The upload format of each extension (lower case, with dot). */
export const FORMAT_BY_EXTENSION: Readonly<Record<string, FileFormat>> = {
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.tab': 'tsv',
  '.xlsx': 'excel',
  '.xls': 'excel',
  '.parquet': 'parquet',
  // Arrow IPC files (Feather) and streams are stored as Parquet.
  '.arrow': 'parquet',
  '.arrows': 'parquet',
  '.feather': 'parquet',
  '.json': 'json',
  // An object whose list is `features`.
  '.geojson': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.txt': 'text',
  '.log': 'text',
};

const ARROW_EXTENSION = /\.(?:arrows?|feather)$/i;

/** Whether the extension is that of an Arrow format. Such files are stored as Parquet. */
export function isArrowName(fileName: string): boolean {
  return ARROW_EXTENSION.test(fileName);
}

/** The name under which an uploaded file is stored. */
export function storedFileName(fileName: string): string {
  return fileName.replace(ARROW_EXTENSION, '.parquet');
}

/** The extension of the files that output nodes write, by format. */
export const OUTPUT_SUFFIX: Readonly<Record<FileFormat, string>> = {
  csv: '.csv',
  tsv: '.tsv',
  excel: '.xlsx',
  parquet: '.parquet',
  json: '.json',
  jsonl: '.jsonl',
  text: '.txt',
};

/** The media type of each format. Text is UTF-8. */
export const MEDIA_TYPE: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  excel: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  text: 'text/plain; charset=utf-8',
};

/** Whether the value is the name of a file format. */
export function isFileFormat(value: unknown): value is FileFormat {
  return FILE_FORMATS.some((format) => format === value);
}
