/** What a write of an object does when there is one of that path. */
export const OBJECT_WRITE_MODES = ['overwrite', 'error'] as const;
export type ObjectWriteMode = (typeof OBJECT_WRITE_MODES)[number];
