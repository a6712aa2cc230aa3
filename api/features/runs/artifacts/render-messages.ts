/** The formats of pictures. */
export type PictureFormat = 'svg' | 'png';

/** What the render thread is asked for. */
export interface RenderRequest {
  /** A Vega-Lite specification as JSON text. */
  readonly specification: string;
  readonly format: PictureFormat;
}

/** Its answer. */
export type RenderReply = { readonly picture: Uint8Array } | { readonly error: string };
