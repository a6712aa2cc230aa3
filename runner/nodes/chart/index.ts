import type { AnyNode } from '../definition.ts';
import { chartBar } from './chart-bar.ts';
import { chartPie } from './chart-pie.ts';

/** The node types of the category `chart`. */
export const chartNodes: readonly AnyNode[] = [chartBar, chartPie];
