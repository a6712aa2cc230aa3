import { scriptPython, scriptSettings } from '../../test/support/script-settings.ts';
import type { GraphNode } from '../domain/graph.ts';
import { nodeOfType } from '../nodes/index.ts';
import type { ScriptHost } from './script-host.ts';
import { scriptProblems } from './script-problems.ts';
import type { ScriptSettings } from './script-settings.ts';

const python = await scriptPython();

async function machine(changes: Partial<ScriptSettings> = {}): Promise<ScriptHost> {
  return { kind: 'machine', settings: await scriptSettings(changes) };
}

const pythonNode = (id: string, script: string) => ({
  node: { id, type: 'pythonTransform', data: { config: {} } } satisfies GraphNode,
  definition: nodeOfType('pythonTransform')!,
  config: { script },
});

describe('the problems of scripts', () => {
  it('name each Python node when runs get no image with Python, with the value that helps', async () => {
    const host = { kind: 'cluster', hasPython: false } as const;
    const problems = await scriptProblems([pythonNode('a', 'return df')], 'polars', host);
    const message = expect.stringContaining('runner.python.enabled=true') as string;
    expect(problems).toMatchObject([{ node: { id: 'a' }, field: 'script', message }]);
  });

  it('are none when runs get an image with Python, which checks the syntax', async () => {
    const host = { kind: 'cluster', hasPython: true } as const;
    expect(await scriptProblems([pythonNode('a', 'return (')], 'polars', host)).toEqual([]);
  });

  (python === null ? it.skip : it)('are the syntax errors with their lines', async () => {
    const nodes = [
      pythonNode('right', 'text = """\n  x"""\nreturn df'),
      pythonNode('wrong', 'x = 1\nreturn (df'),
      pythonNode('nested', 'for x in df:\nreturn x'),
    ];
    const problems = await scriptProblems(nodes, 'polars', await machine());
    expect(problems.map(({ node, message }) => [node.id, message])).toEqual([
      ['wrong', expect.stringMatching(/^The script has a syntax error in line 2: /)],
      [
        'nested',
        expect.stringMatching(/^The script has a syntax error in line 2: expected an indented/),
      ],
    ]);
  });

  (python === null ? it.skip : it)('are found for code that Python cannot parse', async () => {
    const nodes = [
      pythonNode('deep', `return ${'('.repeat(100_000)}`),
      pythonNode('nul', 'return df\0'),
      pythonNode('right', 'return df'),
    ];
    const problems = await scriptProblems(nodes, 'polars', await machine());
    expect(problems.map(({ node }) => node.id)).toEqual(['deep', 'nul']);
  });

  it('are none for flows without Python, which start no process', async () => {
    const node = { id: 'n', type: 'limitRows', data: { config: {} } } satisfies GraphNode;
    const definition = nodeOfType('limitRows')!;
    const host = await machine({ python: '/no/such/python' });
    expect(await scriptProblems([{ node, definition, config: { n: 1 } }], 'polars', host)).toEqual(
      [],
    );
  });
});
