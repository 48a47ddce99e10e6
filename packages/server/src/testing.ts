/** The whole service in a test, with those it talks to played by fakes. */

// Services and their clients.

export { contentClient } from '../test/support/content-client.ts';
export { type SignedIn, signInAs } from '../test/support/people-client.ts';
export { recordTerminal } from '../test/support/record-terminal.ts';
export { officePack, startTestService, type TestService } from '../test/support/test-service.ts';
export { openReceiver } from '../test/support/webhook-receiver.ts';
export { runCli } from './cli/run-cli.ts';

// Fakes.

export { type FakeIssuer, startFakeIssuer } from '../test/support/fake-issuer.ts';
export { botUserId, type FakeSlack, slackEvent, startFakeSlack } from '../test/support/fake-slack.ts';
export { type FakeTeams, startFakeTeams, teamsClientId, teamsTenantId } from '../test/support/fake-teams.ts';
export { createFixtureServer } from '../test/support/mcp-fixtures/create-fixture-server.ts';

// Campaigns.

export { fillLog } from '../test/support/fill-log.ts';
export { runMutations } from '../test/support/mutations/mutation-campaign.ts';
