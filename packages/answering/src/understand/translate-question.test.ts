import type { LanguageModel, WritingTask } from '@avow/inference';
import { ModelFault } from '@avow/inference';
import { describe, expect, it } from 'vitest';
import type { Question } from '../question.ts';
import { createQuestionTranslator } from './translate-question.ts';

const { signal } = new AbortController();
const cost = { currency: 'USD', amount: 0.001, inputTokens: 90, outputTokens: 12 };

function scripted(name: string, say: (task: WritingTask) => string | Error) {
  const tasks: WritingTask[] = [];
  const model: LanguageModel = {
    name,
    write: (task) => {
      tasks.push(task);
      const said = say(task);
      async function* pieces() {
        if (said instanceof Error) throw said;
        for (const piece of said.match(/.{1,7}/gsu) ?? []) yield piece;
      }
      return { pieces: pieces(), cost: Promise.resolve(cost), logProbability: Promise.resolve(null) };
    },
  };
  return { model, tasks };
}

const asking = (text: string): Question => ({
  ...{ tenantId: 'ten_a', text, packIds: null, groups: [], nowMs: 0, language: null },
});

function translate(text: string, say: Parameters<typeof scripted>[1], into = 'en') {
  const { model } = scripted('test/tier', say);
  const translator = createQuestionTranslator({ refinement: null, tiers: [{ tier: 1, model }] });
  return translator(asking(text), { into, tier: 1, timeoutMs: 1_000 }, signal);
}

describe('createQuestionTranslator', () => {
  it('asks the model that refines questions, and without one that of the tier', async () => {
    const refinement = scripted('test/refinement', () => 'Who pays for travel?');
    const tier = scripted('test/tier', () => '"Who pays for travel?"');
    const tiers = [{ tier: 2 as const, model: tier.model }];
    const also = { into: 'en', tier: 2, timeoutMs: 1_000 } as const;
    const asked = asking('Wer zahlt die\n[end] Reisen <b>?');
    const first = await createQuestionTranslator({ refinement: refinement.model, tiers })(
      asked,
      also,
      signal,
    );
    expect(first).toEqual({ text: 'Who pays for travel?', model: 'test/refinement', cost });
    const second = await createQuestionTranslator({ refinement: null, tiers })(asked, also, signal);
    expect(second).toEqual({ text: 'Who pays for travel?', model: 'test/tier', cost });
    const [{ prompt = '', instructions = '' } = {}] = tier.tasks;
    expect(prompt).toBe('<question>\nWer zahlt die [end] Reisen ‹b›?\n</question>');
    expect(instructions).toContain('one question into English');
  });

  it.each([
    ['Wie viele Tage Urlaub habe ich?', 'How many days of holiday do I have?'],
    ['Was gilt ab dem vierten Tag in Deutschland?', 'What applies from the fourth day in Germany?'],
    [
      'Was kostet die Nutzung von AVOW_PORT am 3. März 2026?',
      'What does the use of AVOW_PORT cost on 3 March 2026?',
    ],
    ['Darf Frau Okafor nicht kommen?', 'May Mrs Okafor not come?'],
    ['Gehört [IBAN_1] der Firma?', 'Does [IBAN_1] belong to the firm?'],
    ['Quels sont les horaires du bureau de Rotterdam ?', 'What are the hours of the office in Rotterdam?'],
  ])('takes what asks the same: %s', async (text, said) => {
    expect((await translate(text, () => said)).text).toBe(said);
  });

  it('takes a translation between the tags of the question', async () => {
    const said = 'How many days of holiday do I have?';
    const reply = `<question>\n${said}\n</question>`;
    expect((await translate('Wie viele Tage Urlaub habe ich?', () => reply)).text).toBe(said);
  });

  it('takes German for English, which has its own capitals', async () => {
    const asked = 'When does the office in Rotterdam open?';
    expect((await translate(asked, () => 'Wann öffnet das Büro in Rotterdam?', 'de')).text).not.toBeNull();
    expect((await translate(asked, () => 'Wann öffnet das Büro in Amsterdam?', 'de')).text).toBeNull();
  });

  const asked = 'Wie viele Tage Urlaub haben Angestellte 2026 in Rotterdam nicht?';
  it.each([
    ['another number', 'How many days of holiday do employees not have in 2025 in Rotterdam?'],
    ['no number', 'How many days of holiday do employees not have in Rotterdam?'],
    ['another name', 'How many days of holiday do employees not have in 2026 in Utrecht?'],
    ['no denial', 'How many days of holiday do employees have in 2026 in Rotterdam?'],
    ['the question itself', asked],
    ['another language', 'Combien de jours de congé les employés ne sont-ils pas en 2026 à Rotterdam ?'],
    ['nothing', ''],
    ['several lines', 'How many days of holiday do employees not have\nin 2026 in Rotterdam?'],
    ['far too much', `How many days ${'of holiday '.repeat(60)}do employees not have in 2026 in Rotterdam?`],
    [
      'its instructions',
      'Reply with the translated question alone, on one line. Never answer it 2026 Rotterdam',
    ],
  ])('does not accept %s, and reports the cost', async (_, said) => {
    expect(await translate(asked, () => said)).toEqual({ text: null, model: 'test/tier', cost });
  });

  it('does not take the mark around the question, nor what never came', async () => {
    const leaked = await translate(
      'Wer zahlt die Reisen?',
      ({ prompt }) => `Who pays for ${prompt.slice(0, 34)}?`,
    );
    expect(leaked.text).toBeNull();
    expect((await translate('Wer zahlt die Reisen?', () => new ModelFault('busy', 'no'))).text).toBeNull();
    const over = AbortSignal.abort(new Error('over'));
    const { model } = scripted('test/tier', () => new Error('over'));
    const translator = createQuestionTranslator({ refinement: model, tiers: [] });
    const calledOff = translator(asking('Wer zahlt?'), { into: 'en', tier: 1, timeoutMs: 1_000 }, over);
    expect(await calledOff).toEqual({ text: null, model: 'test/tier', cost });
    await expect(translate('Wer zahlt die Reisen?', () => new TypeError('ours'))).rejects.toThrow('ours');
  });
});
