import { scriptPython, scriptSettings } from '../../test/support/script-settings.ts';
import { nodeOfType } from '../nodes/index.ts';
import { availability, unavailableRuntimes } from './availability.ts';

const transform = nodeOfType('pythonTransform')!;
const python = await scriptPython();

describe('a node with a Python script', () => {
  it('is unavailable without Python, with the command that installs it', async () => {
    const settings = await scriptSettings({ python: null, pythonFolder: '/none', searchPath: '' });
    expect(availability(transform, await unavailableRuntimes(settings))).toEqual({
      available: false,
      unavailable_reason: expect.stringContaining('millrace python setup') as string,
    });
  });

  it('is unavailable in a cluster, whose image has no Python', async () => {
    const { available } = availability(transform, await unavailableRuntimes(null));
    expect(available).toBe(false);
  });

  (python === null ? it.skip : it)('is available with Python', async () => {
    const reasons = await unavailableRuntimes(await scriptSettings());
    expect(availability(transform, reasons)).toEqual({ available: true, unavailable_reason: null });
  });

  it('does not make other nodes unavailable', async () => {
    const reasons = await unavailableRuntimes(null);
    expect(availability(nodeOfType('limitRows')!, reasons).available).toBe(true);
  });
});
