import { checkCases } from './check-cases.ts';
import { fileCases } from './file-cases.ts';
import { parityPython } from './parity-python.ts';

checkCases('files in every format', fileCases(), await parityPython());
