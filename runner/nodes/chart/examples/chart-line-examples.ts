import type { NodeExample } from '../../definition.ts';
import { lineExamples } from './line-examples.ts';

/** Worked examples of `chartLine`. */
export const chartLineExamples: readonly NodeExample[] = lineExamples;
