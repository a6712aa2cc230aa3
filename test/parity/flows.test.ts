import { checkCases } from './check-cases.ts';
import { parityPython } from './parity-python.ts';
import { tableFlows } from './table-flows.ts';

const python = await parityPython();

checkCases('table nodes on nasty rows', tableFlows(), python);
