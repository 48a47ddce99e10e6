import { newId } from '@avow/foundation';
import { describeAttestationStore } from './attestation-store.suite.ts';
import { createMemoryAttestationStore } from './test-support/memory-attestation-store.ts';

describeAttestationStore('a store in memory', async () => {
  const store = createMemoryAttestationStore();
  return {
    ...{ attestations: store, witnessed: store },
    newTenant: async () => newId('ten', Date.now()),
    close: async () => undefined,
  };
});
