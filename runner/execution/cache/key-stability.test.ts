import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { nodeOfType, nodes } from '../../nodes/index.ts';
import { lowerNode } from '../../graph/lower-node.ts';
import type { PlannedNode } from '../../graph/validate-graph.ts';
import { nodeKeys, type KeyContext } from './node-keys.ts';

const PRINT_KEYS = path.resolve(import.meta.dirname, '../../../test/fixtures/example-keys.ts');

interface Line {
  readonly node: string;
  readonly title: string;
  readonly keys: unknown;
  readonly output: string;
  readonly expected: unknown;
}

async function printedKeys(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [PRINT_KEYS], {
    maxBuffer: 2 ** 26,
  });
  return stdout;
}

describe('the keys of the examples of all nodes', () => {
  let printed: string;

  beforeAll(async () => {
    printed = await printedKeys();
  });

  it('are the same in every process, so that a later run finds the entries', async () => {
    expect(await printedKeys()).toBe(printed);
  });

  it('are equal only for examples with equal results', () => {
    const lines = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const used = new Set(lines.map(({ node }) => node));
    expect(used.size).toBeGreaterThan(nodes.length / 2);
    const byKey = Map.groupBy(lines, ({ keys, output }) => JSON.stringify([keys, output]));
    for (const [first, ...others] of byKey.values()) {
      for (const other of others) expect(other.expected).toEqual(first!.expected);
    }
  });
});

describe('the key of a node', () => {
  const runtimes: KeyContext['runtimes'] = new Map([['javascript', 'without danfo']]);
  const keyOf = (type: string, config: object, context: KeyContext): string | undefined => {
    const definition = nodeOfType(type)!;
    const step = { node: { id: 'few' }, definition } as PlannedNode;
    const source = { op: 'source', name: 'one', columns: [] } as const;
    const relations = lowerNode(
      { definition, config: definition.config.parse(config) },
      { one: () => source, many: () => [source] },
      { parameters: {}, localTime: '2026-01-01T00:00:00' },
    );
    return nodeKeys([step], () => relations, context).get('few');
  };

  it('differs for each engine and each version of the code', () => {
    const contexts: readonly KeyContext[] = [
      { engine: 'polars', code: 'one', runtimes },
      { engine: 'pandas', code: 'one', runtimes },
      { engine: 'polars', code: 'other', runtimes },
    ];
    const keys = contexts.map((context) => keyOf('limitRows', { n: 3, offset: 0 }, context));
    expect(new Set(keys).size).toBe(3);
    expect(keys).not.toContain(undefined);
  });

  it('is missing for a script that may return something else each time', () => {
    const context: KeyContext = { engine: 'polars', code: 'one', runtimes };
    const script = { script: 'return rows', input: 'rows', columns: { a: 'integer' } };
    expect(keyOf('jsTransform', { ...script, deterministic: false }, context)).toBeUndefined();
    expect(keyOf('jsTransform', { ...script, deterministic: true }, context)).toBeDefined();
    expect(
      keyOf('jsTransform', { script: 'return rows', input: 'rows', deterministic: true }, context),
    ).toBe(undefined);
  });

  it('differs for a deterministic script when its packages change, and is missing without them', () => {
    const config = {
      script: 'return rows',
      input: 'rows',
      columns: { a: 'integer' },
      deterministic: true,
    };
    const keyWith = (versions: readonly string[]): string | undefined =>
      keyOf('jsTransform', config, {
        engine: 'polars',
        code: 'one',
        runtimes: new Map(versions.map((version) => ['javascript', version] as const)),
      });
    expect(keyWith(['danfo 1'])).toBe(keyWith(['danfo 1']));
    expect(keyWith(['danfo 2'])).not.toBe(keyWith(['danfo 1']));
    expect(keyWith([])).toBeUndefined();
  });
});
