import { Argument, Command } from 'commander';
import path from 'node:path';
import { extrasFolder } from '../../runner/extras/extras-folder.ts';
import { EXTRAS, type Extra } from '../../runner/extras/extras.ts';
import { installExtra } from '../extras/install-extra.ts';

/** `millrace setup EXTRA...`: installs optional packages, one after the other; skips those that are installed. */
export function setupCommand(): Command {
  const list = Object.entries(EXTRAS).map(([name, description]) => `${name}: ${description}`);
  return new Command('setup')
    .description('Install optional packages at the versions that this release locks')
    .addArgument(new Argument('<extra...>', list.join('; ')).choices(Object.keys(EXTRAS)))
    .option(
      '--folder <folder>',
      'the folder of the extras; default: SERVICE_EXTRAS_DIR, else the folder extras in the data folder (SERVICE_DATA_DIR)',
    )
    .action(async (requested: readonly Extra[], { folder }: { folder?: string }) => {
      const usual = extrasFolder(process.env);
      const extras = folder === undefined ? usual : path.resolve(folder);
      for (const extra of requested) {
        const place = path.join(extras, extra);
        const isNew = await installExtra(extra, place);
        console.log(`${extra} is ${isNew ? '' : 'already '}installed in ${place}.`);
      }
      if (extras !== usual)
        console.log(`A service with another data folder needs SERVICE_EXTRAS_DIR=${extras}.`);
    });
}
