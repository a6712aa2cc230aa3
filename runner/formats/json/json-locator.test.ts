import { JsonLocator, JsonPaths, type JsonPlace } from './json-locator.ts';

/** Finds a path in a text that arrives in chunks of each size. */
function found(text: string, path: readonly string[]): (string | JsonPlace | undefined)[] {
  const bytes = Buffer.from(text);
  return [1, 3, bytes.length].map((size) => {
    const locator = new JsonLocator('the text', new JsonPaths([path, ['other']]));
    for (let start = 0; start < bytes.length; start += size) {
      locator.push(bytes.subarray(start, start + size));
    }
    locator.end();
    const place = locator.place(path);
    if (place === undefined) return undefined;
    return `${place.kind} ${bytes.subarray(place.start, place.end).toString()}`;
  });
}

describe('JsonLocator', () => {
  it.each([
    ['[1, {"a": 2}]', [], 'list [1, {"a": 2}]'],
    ['{"a": [1], "data": [{"é": "]"}], "z": 1}', ['data'], 'list [{"é": "]"}]'],
    ['{"data": {"x": {"items": [2]}, "items": [1]}}', ['data', 'items'], 'list [1]'],
    ['{"a": {"data": [1]}, "b": [{"data": [2]}]}', ['data'], undefined],
    ['{"data": [1], "data": [2, 3]}', ['data'], 'list [2, 3]'],
    [String.raw`{"d\u0061t\"a": {"\\": "}"}}`, ['dat"a'], String.raw`object {"\\": "}"}`],
    ['{"data": null, "b": "n"}', ['data'], 'null n'],
    ['{"data": "[", "b": 1}', ['data'], 'scalar "'],
    ['{"a": 12, "data": 3}', ['data'], 'scalar 3'],
    ['"text"', [], 'scalar "'],
  ])('finds the value in %s at %j', (text, path, expected) => {
    expect(found(text, path)).toEqual([expected, expected, expected]);
  });

  it.each([
    ['', /empty/],
    ['{"data": [1', /ends too early/],
    ['{"data', /ends too early/],
    ['[1]]', /bracket too many/],
    ['{"data": [], oops}', /no quotes/],
    ['{} {}', /after its end/],
    ['['.repeat(20_000), /nested too deeply/],
    [`{"${'k'.repeat(100_000)}": 1}`, /key is too long/],
  ])('rejects a text that cannot be JSON', (text, message) => {
    expect(() => found(text, ['data'])).toThrow(message);
  });
});
