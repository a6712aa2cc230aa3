import { IN, OUT, useFlowExecution } from '../../test/support/flow-execution.ts';
import { scriptPython, scriptSettings } from '../../test/support/script-settings.ts';
import { skipSuite } from '../../test/support/skips.ts';
import type { RunResult } from '../domain/run-result.ts';
import type { ScriptSettings } from './script-settings.ts';

const flows = useFlowExecution();
const python = await scriptPython();
if (python === null)
  skipSuite('lines of Python scripts', 'no Python with pandas and polars was found');

async function run(
  type: 'pythonTransform' | 'jsTransform',
  script: string,
  settings: Partial<ScriptSettings> = {},
): Promise<RunResult> {
  return await flows.execute(
    {
      nodes: { in: IN, script: [type, { script }], out: OUT },
      edges: 'in>script script>out',
      inputs: [await flows.dataset(3)],
    },
    { scripts: await scriptSettings(settings) },
  );
}

/** What the progress of the last run has of the script. */
const reported = (): string => {
  const printed = flows.steps.flatMap((step) => step.printed ?? []);
  return printed.map(({ nodeId, text }) => (nodeId === 'script' ? text : '')).join('');
};

describe.each([
  {
    type: 'jsTransform',
    fails: 'console.log("one");\nconsole.error("two");\nthrow new Error("three");',
    hangs: 'console.log("begun");\nfor (;;);',
  },
  {
    type: 'pythonTransform',
    fails: 'print("one")\nprint("two")\nraise ValueError("three")',
    hangs: 'print("begun")\nwhile True:\n    pass',
  },
] as const)('what a script prints ($type)', ({ type, fails, hangs }) => {
  const test = type === 'pythonTransform' && python === null ? it.skip : it;

  test('is in the progress of the run as it arrives, with the traceback', async () => {
    const { logs } = await run(type, fails);
    expect(reported()).toMatch(/one\n/);
    expect(reported()).toMatch(/two\n/);
    expect(reported()).toMatch(/Error: three/);
    expect(logs).toContainEqual({
      level: 'info',
      message: reported().trimEnd(),
      node_id: 'script',
    });
  });

  test('is kept when the script is stopped at its limit', async () => {
    const { logs } = await run(type, hangs, { maxSeconds: 2 });
    expect(reported()).toBe('begun\n');
    expect(logs).toContainEqual({ level: 'info', message: 'begun', node_id: 'script' });
  });
});
