import { z } from 'zod';
import { toVegaLite } from '../../../../runner/charts/to-vega-lite.ts';
import type { ChartArtifact } from '../../../../runner/charts/chart-artifact.ts';
import { exactJson } from '../../../../runner/domain/exact-json.ts';
import type { RunService } from '../../../execution/launch/run-service.ts';
import { idText } from '../../../openapi/field-types.ts';
import { defineRoute, type Route } from '../../../openapi/route.ts';
import type { ChartRenderer } from './chart-renderer.ts';
import { chartOfNode } from './run-artifact.ts';
import { ChartRead } from './schemas.ts';

const FORMATS = ['json', 'vega-lite', 'svg', 'png'] as const;
type Format = (typeof FORMATS)[number];

const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  'vega-lite': 'application/vnd.vegalite.v5+json',
  svg: 'image/svg+xml',
  png: 'image/png',
};

export interface ArtifactRouteDeps {
  readonly runs: RunService;
  readonly renderer: ChartRenderer;
}

/** The charts of runs. */
export function artifactRoutes({ runs, renderer }: ArtifactRouteDeps): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/runs/{run_id}/artifacts/{node_id}',
      operationId: 'getRunArtifact',
      tag: 'Runs',
      summary: 'Get the chart of a node',
      description:
        'What a chart node drew: `json` is the `chart` of its node result, `vega-lite` a Vega-Lite 5 specification with its data inline, `svg` and `png` a picture. A chart has at most 2000 points, whatever the number of rows.',
      request: {
        params: z.object({
          run_id: idText,
          node_id: z.string().meta({ description: 'The id of a chart node of the flow.' }),
        }),
        query: z.object({
          format: z.enum(FORMATS).default('json').meta({ description: 'The form of the chart.' }),
        }),
      },
      responses: {
        200: {
          description: 'The chart',
          schema: ChartRead,
          mediaType: Object.values(MEDIA_TYPES),
        },
      },
      async handler({ params, query, response }) {
        const chart = chartOfNode(await runs.read(params.run_id), params.node_id);
        const body = await bodyOf(chart, query.format, renderer);
        response.writeHead(200, {
          'Content-Type': MEDIA_TYPES[query.format],
          'Content-Length': String(body.byteLength),
          // A picture that is opened as a page runs nothing.
          'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
        });
        response.end(body);
        return null;
      },
    }),
  ];
}

async function bodyOf(
  chart: ChartArtifact,
  format: Format,
  renderer: ChartRenderer,
): Promise<Uint8Array> {
  if (format === 'json') return Buffer.from(exactJson.stringify(chart));
  const specification = exactJson.stringify(toVegaLite(chart));
  if (format === 'vega-lite') return Buffer.from(specification);
  return await renderer.render(specification, format);
}
