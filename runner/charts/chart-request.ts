import type { JsonObject } from '../domain/json.ts';

/** What a chart node asks for, as plain data. */
export type ChartRequest = JsonObject & { readonly kind: string };
