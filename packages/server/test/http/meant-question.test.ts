import { scriptedReader } from '@avow/answering/testing';
import { auditRecordSchema } from '@avow/contract/testing';
import { waitFor } from '@avow/foundation/testing';
import type { Encoder } from '@avow/inference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

const meant = 'What do I do if I lose my badge?';
const files = {
  'site.md': '# Site\n\n## Gate\n\nThe gate opens at seven.\n',
  'pairs.qna.json': JSON.stringify([
    { question: meant, answer: 'Call the desk at once.', source: 'site.md' },
    { question: 'Who is on the board?', answer: 'Five people.', source: 'site.md', groups: ['board'] },
  ]),
};

/** How near a text is to losing a badge; the rest of its vector is its own. */
const nearness: Readonly<Record<string, number>> = {
  [meant]: 1,
  'Somebody took the thing that opens the doors?': 0.86,
  'Is the dog allowed in?': 0.7,
  'Wer hat meinen Ausweis für die Tür genommen?': 0.9,
};
/** Questions about the board are as near to one another as can be. */
const isAboutBoard = (text: string) => /board|directors/.test(text);

const dimensions = 8;
function vectorOf(text: string): Float32Array {
  if (isAboutBoard(text)) return Float32Array.from({ length: dimensions }, (_, at) => (at === 1 ? 1 : 0));
  const near = nearness[text] ?? 0;
  const own = 2 + ([...text].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6);
  return Float32Array.from({ length: dimensions }, (_, at) =>
    at === 0 ? near : at === own ? Math.sqrt(1 - near * near) : 0,
  );
}

const encoder: Encoder = {
  ...{ name: 'scripted-encoder', dimensions },
  encodeQuestion: async (text) => vectorOf(text),
  encodePassages: async (texts) => texts.map(vectorOf),
  close: async () => undefined,
};

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService({ encoder, reader: scriptedReader({ point: () => null }) });
  const tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, {
    scopes: ['query:write', 'messages:read', 'audit:read', 'content:manage'],
  });
  await service.loadPack(tenantId, files);
  const embedded = async () => {
    const { done, total } = (await service.get(key, '/v1/content-packs')).json().data[0].embeddings;
    return done === total;
  };
  await waitFor(embedded);
});
afterAll(() => service.close());

const asked = 'Somebody took the thing that opens the doors';
const offer = `Did you mean: “${meant}”`;

describe('a question without an answer that a curated question is near to', () => {
  it('[CON-3-47] is answered by asking whether that is meant', async () => {
    const response = await service.ask(key, { prompt: asked });
    expect(response).toMatchObject({ answer: offer, source_type: 'none', citations: [] });
    expect(response.agent_context).toMatchObject({
      ...{ no_answer_cause: 'ambiguous', clarifying_question: offer },
      suggested_next_action: 'ask_clarification',
    });
  });

  it('[CON-3-47] is answered by that pair after a yes', async () => {
    const { thread_id } = await service.ask(key, { prompt: asked });
    const response = await service.ask(key, { prompt: 'Yes, please.', thread_id });
    expect(response).toMatchObject({ answer: 'Call the desk at once.', source_type: 'qna' });
    const read = await service.get(key, `/v1/messages/${response.message_id}/audit`);
    expect(auditRecordSchema.parse(read.json()).refined_question).toBe(meant);
  });

  it('is not so answered after a no, or if something else is asked', async () => {
    const { thread_id } = await service.ask(key, { prompt: asked });
    for (const prompt of ['No.', 'Yes, but who pays?'])
      expect((await service.ask(key, { prompt, thread_id })).source_type).toBe('none');
  });

  it.each([
    ['is not near', 'Is the dog allowed in?'],
    ['is in a language that the encoder does not know', 'Wer hat meinen Ausweis für die Tür genommen?'],
    ['is for other groups', 'How many directors are there?'],
  ])('has no offer if it %s', async (_, prompt) => {
    const { agent_context: context, answer } = await service.ask(key, { prompt });
    expect(context.clarifying_question).toBeNull();
    expect(answer).not.toContain('Did you mean');
  });
});
