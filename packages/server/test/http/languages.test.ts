import { scriptedReader } from '@avow/answering/testing';
import { readinessSchema } from '@avow/contract/testing';
import { scriptedAnswers } from '@avow/inference/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  playAll,
  startWrittenService,
  type WrittenService,
  type WrittenTenant,
} from '../support/written-service.ts';

let embedded: WrittenService;
let written: WrittenService;
let tenant: WrittenTenant;

const files = {
  'leave.md': '# Leave\n\n## Holiday\n\nEvery employee has 27 days of paid holiday in a calendar year.\n',
  'feuer.md':
    '# Brandschutz\n\n## Feuerlöscher\n\nDer Feuerlöscher im Erdgeschoss wird jährlich im Oktober geprüft.\n',
};

beforeAll(async () => {
  // As a reader of English does, it makes nothing of other languages.
  const reader = scriptedReader({ point: () => null });
  embedded = await startWrittenService({ tiers: [], reader });
  written = await startWrittenService({ reader });
  tenant = await embedded.newTenant(files);
});
afterAll(async () => {
  await embedded.close();
  await written.close();
});

describe('[CON-3-46] a question in a language that is not served', () => {
  it.each([
    ['Wie viele Urlaubstage habe ich im Jahr?', /keine Antwort gefunden.*nur Fragen auf Englisch/],
    ['Combien de jours de congé ai-je par an ?', /pas trouvé de réponse.*questions en anglais/],
    ['¿Cuántos días de vacaciones tengo al año?', /No he encontrado.*preguntas en inglés/],
    ['休暇は何日ありますか？', /did not find an answer.*questions in English only/],
  ])('gets a plain statement: %s', async (prompt, statement) => {
    const response = await tenant.ask(prompt);
    expect(response).toMatchObject({
      status: 'delivered',
      source_type: 'none',
      confidence: { band: 'none' },
    });
    expect(response.answer).toMatch(statement);
    expect(response.agent_context).toMatchObject({
      ...{ no_answer_cause: 'language_not_served', suggested_next_action: 'rephrase' },
    });
  });

  it('is answered by a quote if the content has its words', async () => {
    const response = await tenant.ask('Wann wird der Feuerlöscher im Erdgeschoss geprüft?');
    expect(response.source_type).toBe('document');
    expect(response.answer).toContain('im Oktober');
    expect(response.agent_context).toMatchObject({ question_language: 'de', answer_language: 'de' });
  });

  it('gets the statement of the policy', async () => {
    const own = await embedded.newTenant(files);
    await own.put({ messages: { other_language: 'Please write in English.' } });
    expect((await own.ask('Wie viele Urlaubstage habe ich im Jahr?')).answer).toBe(
      'Please write in English.',
    );
    expect((await own.ask('What is the boiling point of tungsten?')).answer).toContain('does not cover');
  });

  it('is for a language model to answer, if there is one', async () => {
    playAll(written, scriptedAnswers.notCovered);
    const response = await (await written.newTenant(files)).ask('Wie viele Urlaubstage habe ich im Jahr?');
    expect(response.agent_context.no_answer_cause).toBe('nothing_found');
  });
});

it('the readiness check names the languages that are served', async () => {
  const languagesOf = async (service: WrittenService) =>
    readinessSchema.parse((await service.get('', '/readyz')).json()).languages;
  expect(await languagesOf(embedded)).toEqual({ embedded: ['en'], others: false });
  expect(await languagesOf(written)).toEqual({ embedded: ['en'], others: true });
});
