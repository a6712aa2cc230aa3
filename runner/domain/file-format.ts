/** File kinds that can be uploaded, read by a fileInput and written by a fileOutput. */
export const FILE_FORMATS = ['csv', 'tsv', 'excel', 'parquet', 'json', 'jsonl', 'text'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Extension (lower case, with dot) to format, for uploads. */
export const FORMAT_OF_EXTENSION: Readonly<Record<string, FileFormat>> = {
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.xlsx': 'excel',
  '.xls': 'excel',
  '.parquet': 'parquet',
  // Arrow files, also named Feather, and Arrow streams are kept as Parquet.
  '.arrow': 'parquet',
  '.arrows': 'parquet',
  '.feather': 'parquet',
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.txt': 'text',
};

const ARROW_EXTENSION = /\.(?:arrows?|feather)$/i;

/** Whether a file is named as one of Arrow's formats, which are kept as Parquet. */
export function isArrowName(fileName: string): boolean {
  return ARROW_EXTENSION.test(fileName);
}

/** The name of the file that is kept of an upload. */
export function keptFileName(fileName: string): string {
  return fileName.replace(ARROW_EXTENSION, '.parquet');
}

/** Format to the suffix of the file an output node writes. */
export const OUTPUT_SUFFIX: Readonly<Record<FileFormat, string>> = {
  csv: '.csv',
  tsv: '.tsv',
  excel: '.xlsx',
  parquet: '.parquet',
  json: '.json',
  jsonl: '.jsonl',
  text: '.txt',
};

/** Format to the media type of its files. Text is written as UTF-8. */
export const MEDIA_TYPE: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  excel: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  text: 'text/plain; charset=utf-8',
};

export function isFileFormat(value: unknown): value is FileFormat {
  return FILE_FORMATS.some((format) => format === value);
}
