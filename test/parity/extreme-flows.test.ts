import { checkCases } from './check-cases.ts';
import { extremeFlows } from './extreme-flows.ts';
import { parityPython } from './parity-python.ts';

checkCases('numbers at the ends of their ranges', extremeFlows(), await parityPython());
