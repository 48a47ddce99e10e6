import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { type FakeSlack, startFakeSlack } from '../support/fake-slack.ts';
import { recordTerminal } from '../support/record-terminal.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let slack: FakeSlack;
let env: Record<string, string>;

beforeAll(async () => {
  [service, slack] = await Promise.all([startTestService(), startFakeSlack()]);
  const tenantId = await service.createTenant('office');
  env = { AVOW_URL: await service.app.listen(), AVOW_API_KEY: await service.createKey(tenantId) };
});
afterAll(async () => {
  await Promise.all([service.close(), slack.close()]);
});

async function run(words: readonly string[], also: Record<string, string> = {}) {
  const { terminal, said } = recordTerminal();
  const code = await runCli(words, { ...env, ...also }, terminal);
  return { code, text: said().err };
}

const tokens = { AVOW_SLACK_BOT_TOKEN: 'xoxb-1', AVOW_SLACK_SIGNING_SECRET: 'shhh' };
const ids = {
  ...{ AVOW_TEAMS_CLIENT_ID: 'an-id', AVOW_TEAMS_CLIENT_SECRET: 'hush', AVOW_TEAMS_TENANT_ID: 'a-tenant' },
};

it('says which setting is missing', async () => {
  const cases: readonly [string, Record<string, string>, string][] = [
    ['slack', {}, 'AVOW_SLACK_BOT_TOKEN is not set. docs/guide/slack.md says'],
    ['slack', { AVOW_SLACK_BOT_TOKEN: 'xoxb-1' }, 'AVOW_SLACK_APP_TOKEN'],
    ['slack', { ...tokens, AVOW_API_KEY: '' }, 'AVOW_API_KEY is not set'],
    ['teams', {}, 'AVOW_TEAMS_CLIENT_ID is not set'],
    ['teams', { ...ids, AVOW_TEAMS_TENANT_ID: '' }, 'AVOW_TEAMS_TENANT_ID is not set'],
  ];
  for (const [command, also, text] of cases)
    expect(await run([command], also)).toMatchObject({ code: 1, text: expect.stringContaining(text) });
});

it('refuses options that make no sense', async () => {
  for (const words of [
    ['--group', 'finance'],
    ['--group', '=finance'],
    ['--pack', 'handbook'],
    ['--port', '70000'],
  ])
    expect(await run(['slack', ...words], tokens)).toMatchObject({ code: 2 });
});

it('checks the key of the service and the token of Slack before it waits for questions', async () => {
  expect(await run(['teams'], { ...ids, AVOW_API_KEY: 'avw_live_no' })).toMatchObject({
    ...{ code: 1, text: expect.stringContaining('unauthenticated') },
  });
  slack.failing.set('auth.test', 'invalid_auth');
  const refused = await run(['slack', '--group', '@money=finance', '--port', '0'], {
    ...{ ...tokens, AVOW_SLACK_API_URL: slack.apiUrl },
  });
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('the bot token') });
});
