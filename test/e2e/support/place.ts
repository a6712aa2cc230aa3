import type { Place } from './install.ts';

/** Where the installation under test is, as the global set-up left it. */
export function place(): Place {
  const text = process.env.MILLRACE_E2E;
  if (text === undefined) {
    throw new Error('These tests need their own configuration: npm test -- test/e2e');
  }
  return JSON.parse(text) as Place;
}
