import { scriptPython, scriptSettings } from '../../test/support/script-settings.ts';
import type { GraphNode } from '../domain/graph.ts';
import { nodeOfType } from '../nodes/index.ts';
import { scriptProblems } from './script-problems.ts';

const python = await scriptPython();

const pythonNode = (id: string, script: string) => ({
  node: { id, type: 'pythonTransform', data: { config: {} } } satisfies GraphNode,
  definition: nodeOfType('pythonTransform')!,
  config: { script },
});

describe('the problems of scripts', () => {
  it('name each Python node when a cluster executes runs', async () => {
    const problems = await scriptProblems([pythonNode('a', 'return df')], 'polars', null);
    const message = expect.stringContaining('has no Python') as string;
    expect(problems).toMatchObject([{ node: { id: 'a' }, field: 'script', message }]);
  });

  (python === null ? it.skip : it)('are the syntax errors with their lines', async () => {
    const nodes = [
      pythonNode('right', 'text = """\n  x"""\nreturn df'),
      pythonNode('wrong', 'x = 1\nreturn (df'),
      pythonNode('nested', 'for x in df:\nreturn x'),
    ];
    const problems = await scriptProblems(nodes, 'polars', await scriptSettings());
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
    const problems = await scriptProblems(nodes, 'polars', await scriptSettings());
    expect(problems.map(({ node }) => node.id)).toEqual(['deep', 'nul']);
  });

  it('are none for flows without Python, which start no process', async () => {
    const node = { id: 'n', type: 'limitRows', data: { config: {} } } satisfies GraphNode;
    const definition = nodeOfType('limitRows')!;
    const settings = await scriptSettings({ python: '/no/such/python' });
    expect(
      await scriptProblems([{ node, definition, config: { n: 1 } }], 'polars', settings),
    ).toEqual([]);
  });
});
