import { scriptPython, scriptSettings } from '../../test/support/script-settings.ts';
import { nodeOfType } from '../nodes/index.ts';
import { findPython } from './python/find-python.ts';
import { readScriptSettings } from './script-settings.ts';
import { availability, scriptSupport } from './availability.ts';

const transform = nodeOfType('pythonTransform')!;
const python = await scriptPython();

describe('a node with a Python script', () => {
  it('is unavailable without Python, with the command that installs it', async () => {
    const settings = await scriptSettings({ python: null, pythonFolder: '/none', searchPath: '' });
    expect(
      availability(transform, await scriptSupport({ kind: 'machine', settings })),
    ).toMatchObject({
      available: false,
      unavailable_reason: expect.stringContaining('millrace python setup') as string,
    });
  });

  it('is unavailable in a cluster without an image with Python, with the value that helps', async () => {
    const reasons = await scriptSupport({ kind: 'cluster', hasPython: false });
    expect(availability(transform, reasons)).toMatchObject({
      available: false,
      unavailable_reason: expect.stringContaining('runner.python.enabled=true') as string,
    });
  });

  it('is available in a cluster with an image with Python', async () => {
    const reasons = await scriptSupport({ kind: 'cluster', hasPython: true });
    expect(availability(transform, reasons).available).toBe(true);
  });

  (python === null ? it.skip : it)('is available with Python', async () => {
    const reasons = await scriptSupport({
      kind: 'machine',
      settings: await scriptSettings(),
    });
    expect(availability(transform, reasons)).toMatchObject({
      available: true,
      unavailable_reason: null,
    });
  });

  it('does not make other nodes unavailable', async () => {
    const reasons = await scriptSupport({ kind: 'cluster', hasPython: false });
    expect(availability(nodeOfType('limitRows')!, reasons).available).toBe(true);
  });

  it('is unavailable for previews of a cluster, which says to run the flow', async () => {
    const env = { SERVICE_EXECUTOR: 'kubernetes', SERVICE_DATA_DIR: '/none', PATH: '' };
    const settings = readScriptSettings(env);
    expect(await findPython(settings, 'polars')).toEqual({
      missing: expect.stringMatching(/cannot preview this node. Run the flow/) as string,
    });
  });
});
