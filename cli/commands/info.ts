import { Command } from 'commander';
import { ENGINES } from '../../runner/domain/engine.ts';
import { nodes } from '../../runner/nodes/index.ts';
import { outputOption } from '../output-option.ts';
import { productVersion } from '../product-version.ts';

/** `millrace info`: shows the installation. */
export function infoCommand(): Command {
  return new Command('info')
    .description('Show the version, the engines and the node types of this installation')
    .addOption(outputOption())
    .action((options: { output: string }) => {
      const facts = {
        version: productVersion(),
        node: process.version,
        platform: `${process.platform}-${process.arch}`,
        engines: ENGINES,
        node_types: nodes.map((node) => node.id),
      };
      if (options.output === 'json') {
        console.log(JSON.stringify(facts, null, 2));
        return;
      }
      console.log(`Millrace ${facts.version} on Node ${facts.node} (${facts.platform})`);
      console.log(`engines     ${facts.engines.join(', ')}`);
      console.log(`node types  ${facts.node_types.join(', ')}`);
    });
}
