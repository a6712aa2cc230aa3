import { Command } from 'commander';
import path from 'node:path';
import { UserError } from '../../runner/domain/errors.ts';
import { ENGINES } from '../../runner/domain/engine.ts';
import { describeIsolation, permittedIsolation } from '../../runner/scripts/isolation.ts';
import { findBasePython, findPython } from '../../runner/scripts/python/find-python.ts';
import { OLDEST_MINOR, requirementsFor } from '../../runner/scripts/python/requirements.ts';
import { readScriptSettings } from '../../runner/scripts/script-settings.ts';
import { makeEnvironment } from '../python/make-environment.ts';

/** `millrace python setup`: makes the environment in which Python scripts of flows run. */
export function pythonCommand(): Command {
  const setup = new Command('setup')
    .description('Make a virtual environment with pandas and polars for Python scripts of flows')
    .option(
      '--folder <folder>',
      'the folder of the environment; default: the folder extras/python in the data folder (SERVICE_DATA_DIR)',
    )
    .action(async ({ folder }: { folder?: string }) => {
      const settings = readScriptSettings(process.env);
      const place = folder === undefined ? settings.pythonFolder : path.resolve(folder);
      const base = await findBasePython(settings);
      if (base === null) {
        throw new UserError(
          `No Python 3.${OLDEST_MINOR} or newer is on the PATH. Install one, or name it in SERVICE_PYTHON.`,
        );
      }
      const isNew = await makeEnvironment(base, requirementsFor(base.minor), place);
      console.log(`Python for scripts is ${isNew ? '' : 'already '}installed in ${place}.`);
      if (place !== settings.pythonFolder) {
        const python = path.join(place, 'bin', 'python');
        console.log(`A service with another data folder needs SERVICE_PYTHON=${python}.`);
      }
    });
  const status = new Command('status')
    .description('Show which Python executes scripts of flows, and what confines them')
    .action(async () => {
      const settings = readScriptSettings(process.env);
      for (const engine of ENGINES) {
        const found = await findPython(settings, engine);
        console.log(`${engine}: ${'missing' in found ? found.missing : found.executable}`);
      }
      const isolation = await permittedIsolation();
      console.log(`isolation: ${isolation.level}. ${describeIsolation(isolation)}`);
    });
  return new Command('python')
    .description('Manage the Python that executes scripts of flows')
    .addCommand(setup)
    .addCommand(status);
}
