import { scriptSettings } from '../../../test/support/script-settings.ts';
import { IN, OUT, useFlowExecution } from '../../../test/support/flow-execution.ts';

const { dataset, execute } = useFlowExecution();

describe('a JavaScript that fails in an unusual way', () => {
  it.each([
    [
      'Array.prototype.map = null; return rows',
      /The result cannot be read, since the script changed/,
    ],
    ['Map = null; return rows', /The result cannot be read, since the script changed/],
    ['throw Object.create(null)', /Thrown: an object without a text/],
    ['throw Object.assign(new Error(), { message: 5 })', /Error: 5 \(line 1 of the script\)/],
    ['JSON.stringify = null; return 5', /The script must return an array of rows/],
  ])('is described without names of the service (%s)', async (script, message) => {
    const { errorMessage } = await execute(
      {
        nodes: { in: IN, js: ['jsTransform', { script }], out: OUT },
        edges: 'in>js js>out',
        inputs: [await dataset(3)],
      },
      { scripts: await scriptSettings({}) },
    );
    expect(errorMessage).toMatch(message);
  });
});
