import { describeLogStore } from './log-store.suite.ts';
import { createMemoryLogStore } from './test-support/memory-log-store.ts';

describeLogStore('the model in memory', async () => {
  const log = createMemoryLogStore();
  return { log, newTenant: async () => log.newTenant(), close: async () => undefined };
});
