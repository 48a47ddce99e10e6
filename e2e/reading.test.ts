import type { QueryResponse } from '@avow/contract/query';
import { auditRecordSchema } from '@avow/contract/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReadingService, startReadingService } from './reading-service.ts';

let service: ReadingService;

beforeAll(async () => {
  service = await startReadingService();
});

afterAll(() => service.close());

/** Asks, and expects an answer that was read in its time and is quoted to the letter. */
async function askDocuments(prompt: string): Promise<QueryResponse> {
  const response = await service.askRead(prompt);
  expect(response).toMatchObject({
    status: 'delivered',
    source_type: 'document',
    processing: { model_tier: 0, degraded_mode: false, routing_source: 'retrieval' },
    agent_context: { knowledge_grounded: true },
  });
  expect(response.citations.length).toBeGreaterThan(0);
  for (const citation of response.citations) {
    expect(citation.quote).not.toBeNull();
    expect(await service.readCited(citation)).toBe(citation.quote);
  }
  return response;
}

const quoteOf = ({ citations }: QueryResponse) => citations.map(({ quote }) => quote).join('\n');
const citedPart = ({ answer, citations: [citation] }: QueryResponse) =>
  [...answer].slice(citation?.answer_start, citation?.answer_end).join('');

const theft = [
  'If your laptop or phone is lost or stolen, act at once, also at night and on weekends:',
  '',
  '1. Call the help desk on extension 4400 and report the device.',
  '2. Change your password from another device.',
  '3. Report a theft to the police and ask for a copy of the report.',
  '4. Send the copy to the help desk within two working days.',
].join('\n');
const notReimbursed = [
  'The company does not reimburse:',
  '',
  '- minibar and room service charges',
  '- parking fines and speeding tickets',
  '- upgrades to a higher class of travel',
  '- laundry on trips of fewer than five nights',
  '- entertainment that was not agreed with your line manager',
].join('\n');

describe('the service with the model that ships', () => {
  it.each([
    [
      'How many days of annual leave do I get?',
      'Every employee has 28 days of paid annual leave in a calendar year.',
    ],
    ['How long must my password be?', 'A password has at least 14 characters.'],
    [
      'How much is the meal allowance for a full day?',
      'The meal allowance is 38 euros for a full day of travel, and 19 euros for the day of departure and the day of return.',
    ],
  ])('[CON-3-25] [CON-3-30] quotes the sentence that answers "%s"', async (question, sentence) => {
    const response = await askDocuments(question);
    expect(response.answer).toContain(sentence);
    expect(quoteOf(response)).toBe(response.answer);
    expect(response.confidence.band).toBe('high');
  });

  it.each(['What should I do if my laptop gets stolen?', 'My phone was stolen, what now?'])(
    'gives all the steps to "%s"',
    async (question) => {
      const response = await askDocuments(question);
      // What follows the steps may be quoted with them.
      expect(response.answer.startsWith(theft)).toBe(true);
      expect(quoteOf(response)).toBe(response.answer);
    },
  );

  it.each(['Which costs are not reimbursed?', 'What expenses will the company not pay for?'])(
    'gives the whole list to "%s"',
    async (question) => {
      const response = await askDocuments(question);
      expect(response.answer).toBe(notReimbursed);
      expect(quoteOf(response)).toBe(notReimbursed);
    },
  );

  it.each([
    [
      'May I read company mail on my private phone?',
      'Yes. ',
      'Company mail may be read on a private phone once the security app is installed on it.',
    ],
    [
      'Am I allowed to connect my private phone to the office network?',
      'No. ',
      'Private phones and laptops must not be connected to the office network.',
    ],
  ])('[CON-3-26] answers "%s" with %s and the sentence that decides it', async (question, word, sentence) => {
    const response = await askDocuments(question);
    expect(response.answer.startsWith(word)).toBe(true);
    expect(quoteOf(response)).toContain(sentence);
    // The word is the service's own, and no part of what is cited.
    expect(citedPart(response)).toBe(quoteOf(response));
    expect(word + citedPart(response)).toBe(response.answer);
  });

  it.each([
    ['What is the hotel limit per night in Zurich?', '| Zurich | 210 euros | no |'],
    ['How much can a hotel cost in Berlin?', '| Berlin | 145 euros | yes |'],
  ])('answers "%s" with the row of a table under its head', async (question, row) => {
    const { answer } = await askDocuments(question);
    const lines = answer.split('\n');
    const head = lines.indexOf('| City | Limit per night | Breakfast included |');
    expect(head).toBeGreaterThanOrEqual(0);
    expect(lines[head + 1]).toBe('| --- | --- | --- |');
    expect(lines.indexOf(row)).toBeGreaterThan(head);
  });

  it.each([
    'How much does the company pay into my pension?',
    'Does the company offer stock options?',
    'Who is the finance director?',
    'What is the wifi password of the guest network?',
  ])('[CON-3-06] [CON-3-07] says that "%s" is not covered', async (question) => {
    const response = await service.askRead(question);
    expect(response).toMatchObject({
      ...{ status: 'delivered', source_type: 'none', citations: [] },
      confidence: { band: 'none' },
      processing: { model_tier: 0, degraded_mode: false },
      agent_context: { knowledge_grounded: false, blocked_reason: 'none' },
    });
    expect(response.guardrails.every(({ action }) => action === 'none')).toBe(true);
    expect(response.model_info).toMatchObject({
      summarization_model: expect.any(String),
      refinement_model: 'none',
    });
  });

  it('[CON-3-33] names the model that read and judged, and records the response as sent', async () => {
    const response = await askDocuments('How many days of annual leave do I get?');
    const { summarization_model: name } = response.model_info;
    expect(name).toMatch(/^avow-reader@[0-9a-f]{12}$/);
    expect(response.model_info).toEqual({
      ...{ refinement_model: 'none', summarization_model: name },
      // The screening models come first.
      guardrail_model: expect.stringMatching(new RegExp(`^avow-ngrams@.*, ${name}$`)),
    });
    const path = `/v1/messages/${response.message_id}/audit`;
    const record = auditRecordSchema.parse(await service.get(path));
    expect(record.response).toEqual(response);
    expect(record).toMatchObject({ source_type: 'document', tripwire_triggered: false });
  });
});
