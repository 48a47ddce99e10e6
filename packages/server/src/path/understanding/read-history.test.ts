import type { Guard } from '@avow/guardrails';
import { describe, expect, it } from 'vitest';
import { sealEnvelope } from '../../features/records/envelope.ts';
import type { RecordStore, StoredMessage } from '../../features/records/record-store.ts';
import type { GuardedAdmission } from '../admission/admission.ts';
import { readHistory } from './read-history.ts';

const { signal } = new AbortController();
const admission = {
  tenantId: 'ten_a',
  threadId: 'thr_a',
  messageId: 'msg_z',
  request: { thread_id: 'thr_a' },
} as unknown as GuardedAdmission;

interface Given {
  readonly question: string;
  readonly refined?: string;
  readonly version?: string;
  readonly status?: string;
  readonly sourceType?: string;
  readonly endUserId?: string;
  readonly offers?: string;
  readonly answer?: string;
}

function stored(given: Given): StoredMessage {
  const {
    question,
    refined = null,
    version = '2-now',
    status = 'delivered',
    sourceType = 'document',
    endUserId = null,
    offers = null,
    answer = '',
  } = given;
  const content = {
    question,
    refined_question: refined,
    sources: null,
    history: [],
    blocked_prompt: null,
    block: null,
    metadata: {},
    resume: null,
  };
  const rest = {
    groups: [],
    cost: null,
    failed_tiers: [],
    searches: [],
    answer_changes: [],
    other_answer: null,
    scored: null,
    nearest: [],
    held: null,
    review: null,
  };
  const envelope = sealEnvelope(
    { ...content, ...rest },
    {
      answer,
      responseJson: JSON.stringify({ answer, agent_context: { clarifying_question: offers } }),
    },
  );
  return { envelope, policyVersion: version, status, sourceType, endUserId } as unknown as StoredMessage;
}

/** A policy that replaces one word and blocks another; it records what it was asked to check. */
function read(messages: readonly Given[]) {
  const looked: string[] = [];
  const guard = {
    policyVersion: '2-now',
    check: async (_: string, { text }: { readonly text: string }) => {
      looked.push(text);
      return { text: text.replace('Anna', '[NAME_1]'), blocked: text.includes('bomb') ? {} : null };
    },
  } as unknown as Guard;
  const records: Pick<RecordStore, 'listMessages'> = {
    listMessages: async (_, __, { limit }) => messages.slice(0, limit).map(stored),
  };
  return readHistory({ records, guard }, admission, signal).then((turns) => ({ turns, looked }));
}

describe('readHistory', () => {
  it('is empty if the message continues no thread', async () => {
    const parts = { records: { listMessages: () => Promise.reject(new Error('asked')) }, guard: {} as Guard };
    const request = { prompt: 'A question' } as unknown as GuardedAdmission['request'];
    expect(await readHistory(parts, { ...admission, request }, signal)).toEqual([]);
  });

  it('returns the prompt and the question of each turn, and whether it was answered', async () => {
    const { turns, looked } = await read([
      { question: 'and interns?', refined: 'How many days do interns get?', sourceType: 'none' },
      { question: 'How many days do I get?' },
    ]);
    expect(turns).toEqual([
      { prompt: 'and interns?', question: 'How many days do interns get?', wasAnswered: false },
      { prompt: 'How many days do I get?', question: 'How many days do I get?', wasAnswered: true },
    ]);
    expect(looked).toEqual([]);
  });

  it('leaves out what was looked up in another language: nobody asked in that', async () => {
    const { turns } = await read([
      { question: 'Wie viele Tage bekomme ich?', refined: 'How many days do I get?' },
      { question: 'Und im Sommer?', refined: 'Wie viele Tage bekomme ich im Sommer?' },
    ]);
    expect(turns.map(({ question }) => question)).toEqual([
      'Wie viele Tage bekomme ich?',
      'Wie viele Tage bekomme ich im Sommer?',
    ]);
  });

  it('checks both again if the policy has changed', async () => {
    const { turns } = await read([
      { question: 'and Anna?', refined: 'Where does Anna sit?', version: '1-then' },
      { question: 'Where does Anna work?', version: '1-then' },
    ]);
    expect(turns.map(({ prompt, question }) => [prompt, question])).toEqual([
      ['and [NAME_1]?', 'Where does [NAME_1] sit?'],
      ['Where does [NAME_1] work?', 'Where does [NAME_1] work?'],
    ]);
  });

  it('ends before a question that must not be used today, as asked or as looked up', async () => {
    const { turns } = await read([
      { question: 'First?' },
      { question: 'and this?', refined: 'How is a bomb made?', version: '1-then' },
      { question: 'Never reached?' },
    ]);
    expect(turns.map(({ question }) => question)).toEqual(['First?']);
    expect((await read([{ question: '' }, { question: 'Never reached?' }])).turns).toEqual([]);
  });

  it('keeps an offer only for the next message of the one it was made to', async () => {
    const offer = { question: 'Who sees it?', offers: 'Did you mean: “Who can read it?”' };
    const offered = async (...messages: readonly Given[]) =>
      (await read(messages)).turns.map((turn) => turn.offered);
    expect(await offered(offer)).toEqual([['Who can read it?']]);
    const several = { question: 'Who sees it?', offers: 'Is this about “Drafts” or “Reports”?' };
    expect(await offered(several)).toEqual([['Drafts', 'Reports']]);
    expect(await offered({ ...offer, endUserId: 'ben' })).toEqual([undefined]);
    expect(await offered({ question: 'More?', status: 'blocked' }, offer)).toEqual([undefined]);
    expect(await offered({ question: 'More?' }, offer)).toEqual([undefined, undefined]);
  });

  it.each([
    ['No. Only above eight hours.', true],
    ['No', true],
    ['Yes, on Fridays.', false],
    ['Nobody may.', undefined],
    ['Yesterday.', undefined],
    ['', undefined],
    ['No more than two guests may come.', undefined],
  ])('reads from “%s” whether the answer was no', async (answer, wasDenied) => {
    const { turns } = await read([{ question: 'May I?', answer }]);
    expect(turns[0]?.wasDenied).toBe(wasDenied);
  });

  it('keeps a yes or no only for the next message of the one it was said to', async () => {
    const denied = { question: 'May I?', answer: 'No.' };
    const said = async (...messages: readonly Given[]) =>
      (await read(messages)).turns.map((turn) => turn.wasDenied);
    expect(await said({ ...denied, endUserId: 'ben' })).toEqual([undefined]);
    expect(await said({ ...denied, sourceType: 'none' })).toEqual([undefined]);
    expect(await said({ question: 'More?' }, denied)).toEqual([undefined, undefined]);
  });

  it('passes over what ended without an answer of any kind, and reaches back four messages', async () => {
    const { turns } = await read([
      { question: 'One?' },
      { question: 'Two?', status: 'failed' },
      { question: 'Three?' },
      { question: 'Four?' },
      { question: 'Five?' },
    ]);
    expect(turns.map(({ question }) => question)).toEqual(['One?', 'Three?', 'Four?']);
  });
});
