import { neither, scriptedReader, supported } from '@avow/answering/testing';
import type { QueryResponse } from '@avow/contract/query';
import type { ClaimJudgement, ClaimToJudge } from '@avow/inference';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  expectTrueQuotes,
  handbook,
  holiday,
  holidayQuestion,
  openStream,
  playAll,
  say,
  startWrittenService,
  tierOf,
  type WrittenService,
  type WrittenTenant,
} from '../support/written-service.ts';

let service: WrittenService;
let tenant: WrittenTenant;
let judged: (claim: ClaimToJudge) => ClaimJudgement;

beforeAll(async () => {
  service = await startWrittenService({
    ...{ tiers: [{ quotes: true }, {}] },
    reader: scriptedReader({ judge: (claim) => judged(claim) }),
  });
});
beforeEach(async () => {
  tenant = await service.newTenant();
  judged = () => supported;
});
afterAll(() => service.close());

const [days, unused] = holiday;
const carried = 'Unused days can be carried over until the end of March';
const written = `${days} [1 "Every employee has 27 days of paid holiday"] ${unused} [1: “${carried}”]`;
const wanted = `${days} ${unused}`;

/** The marks that only the brackets have, and words twice. */
function expectNoBrackets({ answer }: QueryResponse): void {
  expect(answer).not.toMatch(/[[\]“”]/u);
  expect(answer.split('27 days')).toHaveLength(2);
}

describe('a tier that names the words of its sources', () => {
  it('is asked for them, and others are not', async () => {
    playAll(service, say(written));
    await tenant.ask(holidayQuestion);
    await tenant.ask(holidayQuestion, { model_tier: 2 });
    const [one, two] = [1, 2].map((tier) => JSON.stringify(tierOf(service, tier).requests.at(-1)?.body));
    expect(one).toContain('in quotation marks');
    expect(two).not.toContain('in quotation marks');
  });

  it.each(['structured_text', 'plain_text', 'markdown'])(
    'has none of them in an answer as %s',
    async (format) => {
      playAll(service, say(written));
      const response = await tenant.ask(holidayQuestion, { answer_format: format });
      expect(response.answer).toBe(wanted);
      expectNoBrackets(response);
      expectTrueQuotes(response, handbook);
      expect(response.processing).toMatchObject({ model_tier: 1, degraded_mode: false });
      expect(JSON.stringify(await tenant.auditOf(response))).not.toContain('[1');
    },
  );

  it('has none of them in an answer as JSON, with and without a schema', async () => {
    playAll(service, say(written));
    const plain = await tenant.ask(holidayQuestion, { answer_format: 'json' });
    expect(JSON.parse(plain.answer)).toEqual({ answer: wanted });
    const schema = {
      type: 'object',
      properties: { days: { type: 'integer' }, rule: { type: 'string' } },
      additionalProperties: false,
    };
    const sources = [{ path: '/rule', references: [1], quotes: [days] }];
    const answer = { days: 27, rule: `${days} [1 "Every employee has 27 days"]` };
    playAll(service, say(JSON.stringify({ is_covered: true, answer, sources })));
    const filled = await tenant.ask(holidayQuestion, { answer_format: 'json', answer_schema: schema });
    expect(JSON.parse(filled.answer)).toEqual({ days: 27, rule: days });
    const { body } = tierOf(service, 1).requests.at(-1) ?? expect.fail();
    expect(JSON.stringify(body)).toContain('"quotes":{"type":"array"');
  });

  it('has none of them in a stream, however they come', async () => {
    const url = await service.app.listen();
    for (const pieces of [written.split(/(?<= )/u), [...written], [written]]) {
      playAll(service, { kind: 'say', pieces });
      const body = { prompt: holidayQuestion, stream: true };
      const events = await (await openStream(`${url}/v1/query`, { key: tenant.key, body })).rest();
      const deltas = events.filter(({ type }) => type === 'message.answer.delta');
      expect(deltas.map(({ data }) => JSON.parse(data).text).join('')).toBe(wanted);
      expect(events.map(({ data }) => data).join('\n')).not.toMatch(/\[1|“/u);
    }
  });

  it('gives way to the words that it names, if the judge is not sure of its own', async () => {
    const loose = 'In a year every employee has 27 days of holiday as paid free time.';
    judged = ({ claim }) => (claim.includes('free time') ? neither : supported);
    playAll(
      service,
      say(`${loose} [1 "Every employee has 27 days of paid holiday 🏖 in a year."] ${unused} [1]`),
    );
    const response = await tenant.ask(holidayQuestion);
    expect(response.answer).toBe(`Every employee has 27 days of paid holiday 🏖 in a year. ${unused}`);
  });

  it.each([
    `${days} [1 "Nobody has ever said this"] ${unused} [1]`,
    `${days} [1 "Every employee has 27 days of paid holiday ${unused} [1]`.replace(
      'holiday Un',
      'holiday." Un',
    ),
    `${days} [1 "] ${unused} [1 ""]`,
    `${days} ["Every employee has 27 days of paid holiday"] ${unused} (1 "carried over")`,
    `${days} "Every employee has 27 days of paid holiday 🏖 in a year." [1] ${unused} [1]`,
    `${days} [1] ${unused}`,
  ])('answers alike if they are wrong, broken or missing: %s', async (said) => {
    playAll(service, say(said));
    const response = await tenant.ask(holidayQuestion);
    expect(response.answer).toBe(wanted);
    expectTrueQuotes(response, handbook);
  });

  it('is believed no more for them', async () => {
    const wrong = 'Every employee has 28 days of paid holiday in a year.';
    playAll(service, say(`${wrong} [1 "Every employee has 27 days of paid holiday"]`));
    const response = await tenant.ask(holidayQuestion);
    expect(response.answer).not.toContain('28');
  });
});
