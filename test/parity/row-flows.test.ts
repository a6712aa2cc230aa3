import { checkCases } from './check-cases.ts';
import { parityPython } from './parity-python.ts';
import { rowFlows } from './row-flows.ts';

checkCases('row nodes on nasty rows', rowFlows(), await parityPython());
