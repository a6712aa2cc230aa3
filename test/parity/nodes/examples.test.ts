import { checkCases } from '../check-cases.ts';
import { exampleCases } from '../parity-case.ts';
import { parityPython } from '../parity-python.ts';
import { selectedNodes } from './selected-nodes.ts';

const python = await parityPython();

// Scripts need Python on the engines too.
const nodes = selectedNodes().filter(
  ({ scripts }) => python !== null || !Object.values(scripts).includes('python'),
);
const cases = nodes.flatMap((node) =>
  node.examples.flatMap((example) => exampleCases(node, example)),
);

checkCases('the examples of every node', cases, python);
