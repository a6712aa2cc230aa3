/** The content types of the patches that are used here. */
export const PATCH = {
  merge: 'application/merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;
