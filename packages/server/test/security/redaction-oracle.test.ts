import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

const stored = 'DE89370400440532013000';
/** As valid as the stored one, so that only retrieval could tell them apart. */
const guesses = ['GB82WEST12345698765432', 'FR1420041010050500013M02606', 'NL91ABNA0417164300'];
const card = '4111111111111111';
const otherCards = ['5555555555554444', '4012888888881881'];

let service: TestService;
let tenantId: TenantId;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  tenantId = await service.createTenant('oracle');
  key = await service.createKey(tenantId);
  await service.loadPack(tenantId, {
    'suppliers.md': `# Suppliers\n\nThe account of the supplier Northwind is ${stored}.\n\nThe company card of Northwind is ${card}.\n`,
    'refunds.md': '# Refunds\n\nA refund is paid to the account that was named within 5 days.\n',
  });
}, 60_000);
afterAll(() => service.close());

/** Everything that an asker can observe of an answer, without what they sent themselves. */
async function observe(prompt: (value: string) => string, value: string) {
  const { answer, status, confidence, citations, answer_method, related } = (
    await service.post(key, { prompt: prompt(value) })
  ).json();
  const seen = JSON.stringify({ answer, status, confidence, citations, answer_method, related });
  return seen.replaceAll(value, 'VALUE');
}

describe('what is redacted from a question', () => {
  const questions: readonly ((value: string) => string)[] = [
    (value) => `Is the account of the supplier Northwind ${value}?`,
    (value) => `Which supplier has the account ${value}?`,
    (value) => value,
  ];

  it.each(questions)(
    'does not reveal by the answer, its score or its citations which value is stored',
    async (question) => {
      const right = await observe(question, stored);
      for (const guess of guesses) expect(await observe(question, guess)).toBe(right);
    },
  );

  it('does not reveal it for a card either', async () => {
    const question = (value: string) => `Whose company card is ${value}?`;
    const right = await observe(question, card);
    for (const guess of otherCards) expect(await observe(question, guess)).toBe(right);
  });
});
