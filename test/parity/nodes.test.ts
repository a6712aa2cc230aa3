import { nodes } from '../../runner/nodes/index.ts';
import { checkCases } from './check-cases.ts';
import { exampleCases } from './parity-case.ts';
import { parityPython } from './parity-python.ts';

const python = await parityPython();

const cases = nodes.flatMap((node) =>
  node.kind === 'transform' ? node.examples.flatMap((example) => exampleCases(node, example)) : [],
);

checkCases('the examples of every node', cases, python);
