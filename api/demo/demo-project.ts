/** The project of the demo, as the API creates it. */
export const DEMO_PROJECT = {
  name: 'Demo',
  color: 'emerald',
  description: 'Public data and flows to try things on. Delete it when you are done.',
} as const;

/** The project until the seed completes. The description marks a seed that the next start has to resume. */
export const UNFINISHED_DEMO = {
  name: DEMO_PROJECT.name,
  description: 'The service is adding public data and flows.',
} as const;
