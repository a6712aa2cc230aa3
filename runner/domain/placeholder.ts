/** Matches `{{ name }}` in a config, with optional blanks inside the braces. */
export const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}/g;
