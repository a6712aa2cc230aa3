import { createMongo } from '../../../../test/support/mongo.ts';
import { describeOwnAuthority } from '../../../../test/support/own-authority-contract.ts';
import { startTlsFront } from '../../../../test/support/tls-front.ts';

describeOwnAuthority('MongoDB', async (certificate) => {
  const rig = await createMongo();
  await rig.db.createCollection('orders');
  const { host, port } = rig.fields;
  const front = await startTlsFront({ host, port }, certificate);
  return {
    fields: { ...rig.fields, port: front.port },
    close: async () => {
      await front.close();
      await rig.close();
    },
  };
});
