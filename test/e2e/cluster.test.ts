import { place } from './support/place.ts';

/** Once its parts are built. */
const STARTS_WITHIN_MS = 30_000;

it('the cluster of the suite is there within half a minute', () => {
  expect(place().startedInMs).toBeLessThan(STARTS_WITHIN_MS);
});
