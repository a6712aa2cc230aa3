import { gunzipSync } from 'node:zlib';
import pl from '../../engines/polars/pinned/library.ts';
import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';

/** As pyarrow writes them, compressed: a file with a UUID and a stream with an interval. */
const UUID_FILE =
  'H4sIAAAAAAACA91RMWrDQBAc2YpymAMfwQSVLlwbDKlEGnfuAm5SH0iFC8tgSzhPSOkH+EF5UrpkdnVKhJA/4IFd' +
  '7d3tzM7p1tvt2/sK+CG+ATgIJrBI8ADDiohirsGVYY5D5jYj1f4nfg0Zj9rnMOOOEqcz5qtyW+2GVzNGjE3Q+uL8' +
  'NNQy0x+Ph/Oyrnc5IBpr8ZkVH1VRnnaHMiv9voDqWnXU6sf4RzrA2xeVz33lQbeG3Ungyf0/0cwSWDyHP2D1ThjH' +
  'quf+1CdcN7PF72s4izrzR7gN16mjHk/gexB/Lc/SZaLOXOONLl6YF513MUHwMjDvnt9xHoXe1S84P74p2gIAAA==';
const INTERVAL_STREAM =
  'H4sIAAAAAAACA3WOUQ7CMAxDX7dSptGPfkyIw3Ah/naM3To4USYQEpaaxKnjxMxsBwaOlU7jwqJKKFUcsUWxZlRb' +
  'b4uZTb3GNVQjPcrN8yO1pP4lnWtbdCa01o70cXTuubmHG3MNj8GJVbzHFX7bM/8KH0z8x/iqy8/c2fP5Obnf5/kN' +
  '6l6TliABAAA=';

/** As pyarrow and polars write them, compressed: Parquet with periods, and with types that this polars has no class for. */
const PERIODS =
  'H4sIAAAAAAACA01STU+DQBBdKxIPXiGQcOilTUxqpY2YaLwMtZ+mLd1a0N4KIlRLwX7RevKo/9pZwNZJdmZ4M/PeLh' +
  'kDaEUgQkkolQQOE17gFUJIDg939M0C2k8WBU4uaUTil47vBhMhh0AhJ50E4XzlE5GTFVkpEgW7CjyRM1zAgkhFWjxt' +
  'K8hPcOrunJeLhENCLHDFU5ESWZHOgNK+dZtyS1/Hl8y2ng4AA0jtASAG3YMGgAc1L8F0bOiypAbQToBDRKsz95zND9' +
  'kw9jUBHLjPmhoMT00Hn0nV1IwPkT/pLG1WNvachgnA9OvxXmRrsPsevu9Zf0v37YD6zk6Lx0+dyK4mfCPmBmZn+Fhx' +
  'rsdPvjq2tM+JdbPuB5pvW0mZ6XfZ0//e1UrQZL7HnLvrBE5gbttvodd+V6evrKR7yS8ZzTqG+RnN3Bad2fMe6l5d25' +
  'apPlvUf2nW//F7oMcpP+xvlhqR8tFk8bF2VxdOFF1MFoswzm/cxXIazvNVrayWK7LCdkXE7TBwjX4BpNm2JEsCAAA=';
const RARE_TYPES =
  'H4sIAAAAAAACA5VWTW8aRxgelmVtpaiyIs8IJGRx8cpRLIO32EDUVJ31Eky8xrvUQOxT+FrsBEPFhwNVTj303FPlU3' +
  '5CD5GPPVY99NxTzj5WVn9C5333w/hDqbpaZt6ZeZ5n3i8BFq9sUpku02VTTISQkPg0YGhSQpfo0rrYXqIKVQiRxG44' +
  'RMI0Gt8iylI8Jnf6kzNKmMxes9fqtrpIBGedrgOHzHNAj5Ak8R/6ZXyVKPFY6BTZZVZWP4SAbFLzDlkO+aTQnfme2A' +
  'TF+qyvXkjkxvtbnpBvAriDcI1p6scwEbhH9JFJpSAHgrdCV9YFeT58KQzjF+QmC7kIZGEk905H44VOr3PW6Y+FssLa' +
  'rK1eyurP8sPij+njudyirDQnu6YMO63BsB2aopuv2Cv1OqL+GYHANujGXGA+9U56vDgDnRnqWMxSrxQST7BtqjEBE9' +
  'aHEC175oVE+575MRwALmX6rWdeR2jGM68UaoFJpfhvu/JwMBjTKKHRVcnti1ViJtANmqSSqHRgTcCSwXJ60RUB2ZJi' +
  'bg5FghTza9iRY5hPKrmCfl49TUHwoqKyCwhN71w3E8HGE/H36i+hxGf6lV0v0GWi/i1AD7Yk+3GRMqL+FE483GXsAs' +
  '+v5s5vtRX7Fc8vIon/0S7sdyT9oST+sxnYJ4ReLiQ+W272D8DYJ5nJ6qKYlqGAsSivVA7qz0atk85ZI/bXQgqefHWH' +
  'c17i/mOZYjNXBVPHl/OdLjc578Jc4NYbON/HfY8nQEWYU+KYm7ZY7pS4zfkRrBEJBueHVjaV2u66ii4fjsq+Wca1DY' +
  'qj1Hkq5YsH/tm+m/pbOO/eSCOqA9RC9qkICiz+HQ+umr+v6uNxKPwg8KkCXPsmSILegdS4rPn7QcQU+ByuSxDPO7hf' +
  'z8DaxPURrGfH9fJ56wwIh0LpKWbhhAeu6C9sTw8How7xAJO/wPN3MOzN4/ktfBXwFsaOmwYM+4dj9wpuTNB/O/Df9s' +
  'Y9rhcg7n0YJufgL9YjA3qYj2IvfVxPI3yG8WC6es1+bdwCr/YMqP9RkHnPP9dj6B8D8oNSx110CvCte3g/t3oW8nPj' +
  '5S7cZ4zA/4Oboh0F9RfKBehDmG23LoYnlbcEKcOD0grqSxDd8dYN0D9own2oh/UuYr+hf0WvP4R+A3hifQz+GrDQ7f' +
  'n8p8G/XR6UqgSzjjNKTw+0gviU/E5zqoWpU6lu1Q5r+bpdndYqtf1ZUB1uaClsQjdLomVfekGUuAX+5vzGL4I/Ojdy' +
  'gNcxpXZQH86fPyexsjXoNYaj5Nr3s/HJoP8ked4Zjk4H/aS2sbmRTq41J6e9djLr5NNas/2V47S1rOPktPZmRsvmGu' +
  'l8Q8tvOY7mZBuddl57En8vvmbvv0QRv0SW+DPxLz9VmmRRCAAA';
const CATEGORIES_IN_RECORDS =
  'H4sIAAAAAAACA41Ty07bQBQdGytFKAsWjGVLXnhDBCIC223kpILFuM4DmocdEaCIjYM9JpWJqzjFgc/ouh/Q7+iXde' +
  '4NQSw70tzrcx/njK9mAja2qUJ36E6fypQQIokdUUJNatZFYpdWaIUQWUS3iAIWDa3qDVLZ1XvKMkoLJZsVyw9Jljwm' +
  '86W0okRVVK7yWr22TXRDrVNPFU1U1u96yiLPl1QmDVnDViFa6Z+KbEPRkGad25AJRKv7siat9knfEGWqohu6UfslGf' +
  '9/BPWvRPeIgEptW+V7RJxJq7LxeHT9ubh/SB4j7c/WCayXiccYa4vNmk8Cr0K2xhj6yljBvqAPWT8Q+RLz3psZ+sDS' +
  'xH4wLMVUB8qwFIxfoBTAAQa/YWloIUk7FWLgQ3YOYf89/2gqOo8m8PkdTBf4PRTpIkl7Ivoj0BH4FvR9AF74Xt8CfS' +
  'RnJZhz8B56pCpHL8yNLwfPo5JtmtiN7Q1urKF31b7qXdoXF6HVGQywfL2OcB4bvnQ9twDO29xUdSHuMT8FfWTtpW/z' +
  'wP/rZtbttYXFJ6/z9V6HH3c78/uSnRFtGORZtCjMgx/Py4d8fmg+JYtils9N59g+tsyD6c9ZFpsub1nONP7Ieey4nD' +
  'ed2P7kuM3IakVOq8G5w90oiVvOoW7AtfotLnggnsI/wKCX6w8DAAA=';
const BYTES_IN_LISTS =
  'H4sIAAAAAAACA41STU+DQBDdUsQeeuwSSDhwaJsaTQsoAYyXbS1q7AfFxKo3KmCbUDAFW+tP8af4S/w5zq5t4tHdZG' +
  'bfezNvJ9n1iK9jhOu4foJ5OAhYQIhDCJVhQyyjEqQAV+UGEmT7YLYtopxPFnlxGCXRMkoLjERedEW3WUGyIlawK0ID' +
  '5uTBNb/KsgJzyOSk3z7MYWFwAbLJS8wDRFxtcNLeC6xkRVaaI+V/F4qfJVxDAPhmRXRrCCaQqsT3x9Pz/HkeLQPpu9' +
  'Shy8wIrD4N9hrw+2SHGXVLSE56LE/IsQf6ZkP5G0Je/taxoFFdp3x3SHGPMOmeEmQfxh9QZGc7EyCZT7e/YSZ39B7I' +
  '/s6f+RBymdNRWf9Voj1NNcZ22DwT6utS/JiC9jAkSBp5WRKscrX1ui3mWXqkrqNVvshS1WjrbU1tzd4WSahasaMZs/' +
  'A0jkPDimPbCPUzw7IDzQkMx4xjI7aCKHSMI1lR4Gm+4L09+BQ/rhK0LBkCAAA=';

function unpack(compressed: string): Buffer {
  return gunzipSync(Buffer.from(compressed, 'base64'));
}

describe('a whole file with types beyond those of columns', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  it.each([
    ['an Arrow file', UUID_FILE, 'Column "u" has the type arrow.uuid'],
    ['an Arrow stream', INTERVAL_STREAM, 'Column "i" has the type interval'],
    ['a Parquet file', PERIODS, 'Column "month" has the type pandas.period'],
    [
      'records in lists',
      CATEGORIES_IN_RECORDS,
      'Column "tags" has the type list of struct of category',
    ],
    ['bytes in lists', BYTES_IN_LISTS, 'Column "bytes" has the type list of binary'],
  ])('is rejected with the column and its type when it is or has %s', async (_, content, start) => {
    await expect(bench.ingest('parquet', unpack(content))).rejects.toThrow(
      `file.parquet: ${start}, which cannot be read. Convert it to a basic type, such as text, or leave it out.`,
    );
  });

  it('is read when it has enums, integers of 128 bits and floats of 16 bits', async () => {
    expect(await bench.ingest('parquet', unpack(RARE_TYPES))).toMatchObject({
      columns: ['enum:string', 'i:integer', 'u:string', 'f:float', 'enums:string', 'record:string'],
      rows: [
        {
          enum: 'a',
          i: 9007199254740993n,
          u: '18446744073709551616',
          f: 1.5,
          enums: '["a",null]',
          record: '{"x":"a","y":18446744073709551616}',
        },
        { enum: null, i: null, u: '1', f: null, enums: null, record: null },
      ],
    });
  });

  it('is read when it has lists of categories', async () => {
    const tags = pl.Series('tags', [['a', 'b'], ['b']], pl.List(pl.String));
    const frame = pl.DataFrame([tags.cast(pl.List(pl.Categorical))]);
    expect(await bench.ingest('parquet', frame.writeParquet())).toMatchObject({
      columns: ['tags:string'],
      rows: [{ tags: '["a","b"]' }, { tags: '["b"]' }],
    });
  });
});
