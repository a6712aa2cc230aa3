import { offerDatabaseServer, type DatabaseOffer } from './database-offer.ts';

declare global {
  var millraceDatabaseOffer: DatabaseOffer | undefined;
}

/** Offers what all test files share. The address reaches Jest's workers by their environment. */
export default async function globalSetup(): Promise<void> {
  globalThis.millraceDatabaseOffer = await offerDatabaseServer();
  process.env.MILLRACE_TEST_DATABASE_OFFER = globalThis.millraceDatabaseOffer.url;
}
