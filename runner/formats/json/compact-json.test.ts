import { compactJson } from './compact-json.ts';

describe('compactJson', () => {
  it.each([
    [
      '[ 1.0, -0,\n1e+2 , 1e400, 12345678901234567890 ]',
      '[1.0,-0,1e+2,1e400,12345678901234567890]',
    ],
    ['{ "b" : 1, "2": {"1" :0.10} }', '{"b":1,"2":{"1":0.10}}'],
    [
      String.raw`[" a\" ] ", "\u00e9\/\\\n\u0001", true,null, ""]`,
      String.raw`[" a\" ] ","é/\\\n\u0001",true,null,""]`,
    ],
    ['{}', '{}'],
  ])('returns %s without white space', (source, compact) => {
    expect(compactJson(source)).toBe(compact);
  });
});
