import type { AnyNode } from '../../../runner/nodes/definition.ts';
import { checkCases } from '../check-cases.ts';
import { isLeftToNight } from '../../support/nightly.ts';
import { exampleCase, forkedCases, type ParityCase } from '../parity-case.ts';
import { parityPython } from '../parity-python.ts';
import { selectedNodes } from './selected-nodes.ts';

const python = await parityPython();

// Scripts need Python on the engines too.
const nodes = selectedNodes().filter(
  ({ scripts }) => python !== null || !Object.values(scripts).includes('python'),
);
const cases = nodes.flatMap(casesOf);

/** The examples of a node, and forks of them. A fork is cut too, which is enough for scripts. */
function casesOf(node: AnyNode): readonly ParityCase[] {
  const own = node.examples.map((example) => exampleCase(node, example));
  const forks = own.flatMap(forkedCases);
  const isOften = Object.keys(node.scripts).length === 0 || !isLeftToNight('cut flows of scripts');
  return [
    ...(isOften ? own : own.map((one) => ({ ...one, isCut: false }))),
    ...(isLeftToNight('forked flows') ? forks.slice(0, 1) : forks),
  ];
}

checkCases('the examples of every node', cases, python);
