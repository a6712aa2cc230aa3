import { unreadableName } from './other-formats.ts';

it.each([
  ['x.dat', /^A \.dat file cannot be read\. It may be anything: end its name in \.csv/],
  ['x.ods', /OpenDocument sheet: save it as \.xlsx/],
  ['x.csv.bz2', /^A \.bz2 file cannot be read\. It is compressed with bzip2: decompress it/],
  ['x.csv.zst', /Zstandard: decompress it/],
  ['x.zip', /archive\. Unpack it/],
  ['x.7z', /archive\. Unpack it/],
  ['x.RAR', /^A \.rar file .* archive\. Unpack it/],
  ['x.sas7bdat', /SAS\. Convert it to Parquet, as by pandas: pd\.read_sas/],
  ['x.dta', /Stata\. .*pd\.read_stata/],
  ['x.sav', /SPSS\. .*pd\.read_spss/],
  ['x.orc', /ORC file\. .*pd\.read_orc/],
  ['x.avro', /Avro file\. .*pl\.read_avro/],
  ['x.gz', /^A \.gz file cannot be read\. Name what is in it, such as orders\.csv\.gz/],
  ['x.parquet.gz', /^A \.parquet\.gz file cannot be read\. Decompress it/],
  ['x', /^A file without extension cannot be read: end its name in \.csv/],
  ['.csv', /^A file without extension cannot be read/],
  ['x.constructor', /^A \.constructor file cannot be read\. The extension must be one of \.csv/],
])('the refusal of %s says what it is and what to do', (name, message) => {
  expect(unreadableName(name)).toMatch(message);
  expect(unreadableName(name)).toContain('The extension must be one of .csv .tsv');
});
