export { contentClient } from '../test/support/content-client.ts';
export { runMutations } from '../test/support/mutations/mutation-campaign.ts';
export { recordTerminal } from '../test/support/record-terminal.ts';
export { officePack, startTestService, type TestService } from '../test/support/test-service.ts';
export { openReceiver } from '../test/support/webhook-receiver.ts';
export { sampleMasterKey } from './stores/contract/sample-master-key.ts';
export { newTenant, nothingElse, sampleMessage, sampleTimeMs } from './stores/contract/samples.ts';
export { type DatabaseProxy, openProxy } from './stores/postgres/test-support/open-proxy.ts';
export { startPostgres, type TestServer } from './stores/postgres/test-support/start-postgres.ts';
