import type { GuardrailPolicyGiven } from '@avow/contract/guardrails';
import { scopes } from '@avow/contract/roles';
import type { TenantId } from '@avow/foundation';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { injectFetch } from '../support/inject-fetch.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

type Given = GuardrailPolicyGiven['guardrails'][number];

/** Values of one kind: one is in the content, and the others are as valid, so that only retrieval could tell them apart. */
interface Kind {
  readonly stored: string;
  readonly guesses: readonly string[];
  /** Recognised only after the words that name it. */
  readonly after?: string;
  readonly check: Pick<Given, 'check' | 'settings'>;
}

const personal = (type: string): Kind['check'] => ({
  check: 'personal_data',
  settings: { types: { [type]: 'redact' } },
});
const tokenOf = (body: string) => `ghp_${body}`;

const kinds: Readonly<Record<string, Kind>> = {
  iban: {
    ...{ stored: 'DE89370400440532013000', check: personal('iban') },
    guesses: ['GB82WEST12345698765432', 'FR1420041010050500013M02606', 'NL91ABNA0417164300'],
  },
  'iban in groups': {
    ...{ stored: 'DE89 3704 0044 0532 0130 00', check: personal('iban') },
    guesses: ['GB82 WEST 1234 5698 7654 32', 'NL91 ABNA 0417 1643 00'],
  },
  card: {
    ...{ stored: '4111111111111111', check: personal('card') },
    guesses: ['5555555555554444', '4012888888881881'],
  },
  email: {
    ...{ stored: 'ann.lee@northwind.example', check: personal('email') },
    guesses: ['bob.ray@northwind.example', 'zoe@other.example'],
  },
  phone: {
    ...{ stored: '+44 20 7946 0958', check: personal('phone') },
    guesses: ['+44 20 7946 0123', '+49 30 901820'],
  },
  address: {
    ...{ stored: '12 High Street, London SW1A 1AA', check: personal('address') },
    guesses: ['99 Mill Road, Leeds LS1 4AP'],
  },
  'IP address': {
    ...{ stored: '81.2.69.142', check: personal('ip_address') },
    guesses: ['81.2.69.143', '2a02:8071:aa:1::7'],
  },
  'MAC address': {
    ...{ stored: '3c:07:54:1f:9a:02', check: personal('mac_address') },
    guesses: ['3c:07:54:1f:9a:03'],
  },
  'date of birth': {
    ...{ stored: '12 March 1980', check: personal('date_of_birth'), after: 'date of birth: ' },
    guesses: ['13 March 1980', '1 May 1971'],
  },
  'social security number': {
    ...{ stored: '536-22-1234', check: personal('us_ssn'), after: 'social security number ' },
    guesses: ['536-22-9876'],
  },
  token: {
    ...{ stored: tokenOf('16C7e42F292c6912E7710c838347Ae178B4a'), check: { check: 'secrets' } },
    guesses: [tokenOf('26C7e42F292c6912E7710c838347Ae178B4b')],
  },
  password: {
    ...{ stored: 'xK9#mPq2vL', check: { check: 'secrets' }, after: 'password: ' },
    guesses: ['zT4$wRn8bQ'],
  },
  words: {
    ...{ stored: 'Falconry', check: { check: 'words', settings: { words: ['Falconry', 'Eaglewing'] } } },
    guesses: ['Eaglewing'],
  },
  pattern: {
    stored: 'EMP-48213',
    guesses: ['EMP-48214', 'EMP-10001'],
    check: { check: 'pattern', settings: { pattern: 'EMP-[0-9]{5}' } },
  },
};

const base = 'http://localhost:8080';
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ env: { AVOW_BASE_URL: base } });
});
afterAll(() => service.close());

interface Tenant {
  readonly key: string;
  readonly client: Client;
}

let tenants = 0;

/** A tenant whose content has the value, under a policy that hides it in answers alone; null: the default policy. */
async function openTenant({ stored, after = '', check }: Kind, action: 'redact' | 'block' | null) {
  tenants += 1;
  const tenantId: TenantId = await service.createTenant(`oracle-${tenants}`);
  const key = await service.createKey(tenantId, { scopes });
  await service.loadPack(tenantId, {
    'suppliers.md': `# Suppliers\n\nThe contact of the supplier Northwind has ${after}${stored} on file.\n`,
    'refunds.md': '# Refunds\n\nA refund is paid to the account that was named within 5 days.\n',
  });
  if (action !== null) {
    const guardrail = { name: 'Hidden', stage: 'output', action, ...check };
    const text = JSON.stringify({ guardrails: [guardrail] }).replaceAll(':"redact"', `:"${action}"`);
    const put = await service.app.http.inject({
      ...{ method: 'PUT', url: '/v1/guardrails', payload: text },
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
    expect([put.statusCode, put.body]).toEqual([200, expect.any(String)]);
  }
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${base}/mcp`), {
      fetch: injectFetch(service.app),
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );
  return { key, client };
}

/** Everything that an asker can observe of an answer and of a search, without what they sent themselves. */
async function observe({ key, client }: Tenant, prompt: string, value: string): Promise<unknown> {
  const response = (await service.post(key, { prompt })).json();
  const { answer, status, confidence, citations, answer_method, related, guardrails, no_answer } = response;
  const shown = { answer, status, confidence, citations, answer_method, related, no_answer };
  // Those of the prompt know nothing of the content.
  const scores = guardrails
    .filter(({ stage }: Record<string, unknown>) => stage !== 'input')
    .map(({ name, action, score }: Record<string, unknown>) => [name, action, score]);
  const lookedUp = await readLookedUp(key, response.message_id);
  const found = await client.callTool({ name: 'search_passages', arguments: { query: prompt } });
  const seen = JSON.stringify({ shown, scores, lookedUp, found: found.structuredContent });
  return JSON.parse(seen.replaceAll(JSON.stringify(value).slice(1, -1), 'VALUE'));
}

/** If the text is the same, nothing that comes of it can differ, time included. */
async function readLookedUp(key: string, messageId: string): Promise<string> {
  const { question, refined_question: refined } = (
    await service.get(key, `/v1/messages/${messageId}/audit`)
  ).json();
  const text = refined ?? question;
  expect(text).toEqual(expect.any(String));
  return text;
}

const questionsFor = ({ after = '' }: Kind): readonly ((value: string) => string)[] => [
  (value) => `Does the contact of the supplier Northwind have ${after}${value}?`,
  (value) => `Which supplier has a contact with ${after}${value} on file?`,
  (value) => `${after}${value}`,
];

async function expectNoOracle(kind: Kind, action: 'redact' | 'block' | null): Promise<void> {
  const tenant = await openTenant(kind, action);
  for (const question of questionsFor(kind)) {
    const right = await observe(tenant, question(kind.stored), kind.stored);
    for (const guess of kind.guesses)
      expect(await observe(tenant, question(guess), guess), question(guess)).toEqual(right);
  }
  await tenant.client.close();
}

describe.each(Object.entries(kinds))('a value of the kind %s', (_, kind) => {
  it('that is redacted from answers alone cannot be found out by asking for it', () =>
    expectNoOracle(kind, 'redact'));

  it.runIf(['personal_data', 'secrets'].includes(kind.check.check))(
    'that no answer may contain cannot be found out by asking for it',
    () => expectNoOracle(kind, 'block'),
  );
});

describe.each(['iban', 'card', 'token', 'password'])(
  'under the default policy, a value of the kind %s',
  (name) => {
    it('cannot be found out by asking for it', () => expectNoOracle(kinds[name] as Kind, null));
  },
);
