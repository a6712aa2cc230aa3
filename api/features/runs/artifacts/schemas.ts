import { z } from 'zod';

/** A chart. Its other keys depend on its kind: see the page of the node type. */
export const ChartRead = z
  .looseObject({
    kind: z
      .enum(['bar', 'line', 'area', 'scatter', 'pie', 'histogram', 'boxplot', 'heatmap'])
      .meta({ description: 'The kind of the chart, which determines its other fields.' }),
    rows_seen: z.int().meta({ description: 'The number of rows that the node read.' }),
    title: z.string().optional().meta({ description: 'Absent: none.' }),
  })
  .meta({
    id: 'ChartArtifact',
    description:
      'A chart as small, aggregated data. The fields besides these follow from its kind; a null value is unknown or infinite, and integers of any size are exact.',
    examples: [
      {
        kind: 'bar',
        rows_seen: 3,
        title: 'Sales',
        x: 'shop',
        y: 'amount',
        aggregate: 'sum',
        orientation: 'vertical',
        data: [
          { label: 'b', value: 4 },
          { label: 'a', value: 2 },
        ],
        total_categories: 2,
      },
    ],
  });
