import { rejectRepeatedNames } from './reject-repeated-names.ts';
import { gunzipSync } from 'node:zlib';
import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';

/** As pyarrow writes them, compressed: columns x, y and x of two rows. */
const PARQUET =
  'H4sIAAAAAAACA5VTzU7CQBCeLZsGDQc07mab9NCDNpj4n2DU4GGKICj+QGI8V0JQExVBRY1HH8CDD+AD+Aq+gUePHnwUd7' +
  'ctVMGDk2ZnOjP7fd9M2n2sLTLKHDZZkQ7GAdI5AoEZoWfAxhmfkfU0M5lpi2RUEcmol0NmSHZsTB4jjipQQhKGhJhgImIa' +
  'nVR9vjqOfnMsQ4YcCeIPQfihNREy0T+10p6qREzrYHaQyapkQZid+nHjzGcmMDplCHILLKX83RRUbEUYZjm1bCvngi3vZc' +
  'FMWzLJDE75O+EfxC25yf/tzVIzADPURGnpctOm5eoxFUcq4rjTHA/8kbhPhvtJ4osbgJAa4yBDhb4k3C/jf2v7Wyp/ppy6' +
  'Sf5KwbJFCmu1vcO1YKHi1ZhXttpEaVUMbBuxi14Ti4hNzOsSeh7ijgryiGWd6HsMSl5XRbsYQeU7Clq3HOvkQb8fe2FDHV' +
  'v3snNF57SI3dPwvVAs6KwWUehfVaGXDUEKofSqui31bSLWcaNfDKxa1k0ljI8ahiWNX1Zz53VLs6cx1rkOwmn57cvrxtVs' +
  'vdWa9dvti65z02h3Ti7OnaXs3MLcopWT32PwwJv8pvblr/0Nvqarz98DAAA=';
const ARROW =
  'H4sIAAAAAAACA9VTsQ3CMBC8JA6xIhcuEKKgoEyLREFJJkBKQw0TUMIOjMAIDJQRGIEunD8fgawg0fLS27n35f78gbppdv' +
  'sV0DFaAB4hSjhMkMPyiZEYYhBZrkZXIGOemGvFd2qQnAaNqdbkdeaZeZNzJFsubc/NA3cecS+CjdQ8lSy9FOLAq7++x2Kk' +
  'hyXPkm21vNXzcL+n+grhMNMbOlFGZsTHBkOUxE5uG2Zw1dmkeEeB7+GjPa473Ze6D7pVxK9GdLLIB37AyUg9+cCH41sbH3' +
  'Pt+m8m/R2nN5GJefVvZF6V8oPeI2q4iXz87W+Ih7X8V17oK11yMgMAAA==';

describe('columns of one name', () => {
  it.each([
    ['Parquet', PARQUET],
    ['an Arrow file', ARROW],
  ])('are refused with what to do, in %s', async (_, compressed) => {
    const bench = await IngestWorkspace.open();
    try {
      const content = gunzipSync(Buffer.from(compressed, 'base64'));
      await expect(bench.ingest('parquet', content)).rejects.toThrow(
        'file.parquet: 2 columns have the name "x", of which none can be read. Write the file with another name for each column, or as CSV, whose columns are renamed.',
      );
    } finally {
      await bench.close();
    }
  });

  it('are refused in Parquet of a writer that stores no schema of Arrow', async () => {
    const bench = await IngestWorkspace.open();
    try {
      const content = gunzipSync(Buffer.from(PARQUET, 'base64'));
      content.write('OTHER', content.indexOf('ARROW:schema'));
      await expect(bench.ingest('parquet', content)).rejects.toThrow('2 columns have the name "x"');
    } finally {
      await bench.close();
    }
  });

  it('are not columns whose names differ in letters only', () => {
    expect(() => {
      rejectRepeatedNames(['x', 'X', '']);
    }).not.toThrow();
  });
});
