import type { NodeExample } from '../../definition.ts';
import { lineExamples } from './line-examples.ts';

/** Worked examples of `chartArea`. */
export const chartAreaExamples: readonly NodeExample[] = lineExamples;
