/** Content types of patches. */
export const PATCH = {
  merge: 'application/merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;
