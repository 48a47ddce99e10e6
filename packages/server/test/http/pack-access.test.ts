import type { QueryResponse } from '@avow/contract/query';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
/** The same for everyone; the one has restricted content besides, the other never had any. */
let guarded: string;
let plain: string;

const open = {
  'canteen.md': '# Canteen\n\nThe canteen opens at eight in the morning. Bakers eat for free.\n',
  'plan.md': '# Shift plan\n\nThe plan for the night shift is drawn up every Thursday by the foreman.\n',
  'open.qna.json': JSON.stringify([
    { question: 'Who draws up the plan?', answer: 'The foreman does.' },
    { question: 'When is payday?', answer: 'On the 25th.' },
  ]),
};
const restricted = {
  'falcon.md': `---\ngroups: [hr, board]\n---\n# Plan Falcon\n\nPlan Falcon begins in March. ${'The plan Falcon concerns forty bakers of the night shift, and the canteen closes. '.repeat(12)}\n`,
  'falcon.txt.md':
    '---\ntitle: Canteen plan\ngroups: board\n---\nThe canteen plan Falcon is known to nobody.\n',
  'hr.qna.json': JSON.stringify([
    { question: 'What is plan Falcon?', answer: 'A plan to close the night shift.', groups: ['hr'] },
    { question: 'When is the bonus paid?', answer: 'In December.', groups: ['hr'] },
  ]),
};

beforeAll(async () => {
  service = await startTestService();
  const make = async (name: string, files: Readonly<Record<string, string>>) => {
    const tenantId: TenantId = await service.createTenant(name);
    await service.loadPack(tenantId, files, 'handbook');
    return await service.createKey(tenantId);
  };
  guarded = await make('guarded', { ...open, ...restricted });
  plain = await make('plain', open);
});

afterAll(() => service.close());

const questions = [
  'What is plan Falcon?',
  'what is PLAN falcon',
  'What is the plan Falcon?',
  'When does plan Falcon begin?',
  'How many bakers does the plan concern?',
  'When does the canteen open?',
  'When does the canteen close?',
  'Who draws up the plan?',
  'Who is drawing up the plan?',
  'Who draws up the plan for the night shift?',
  'What do bakers pay in the canteen?',
  'When is the bonus paid?',
  'When is payday?',
  'Falcon',
];

/** Everything that a client sees but ids and times. */
function visible(response: QueryResponse) {
  const { answer, status, confidence, citations, related, source_type } = response;
  const { guardrails, agent_context, processing } = response;
  return {
    ...{ answer, status, confidence, source_type, agent_context },
    guardrails: guardrails.map(({ name, stage, status, action, compliant }) => [
      name,
      stage,
      status,
      action,
      compliant,
    ]),
    processing: { ...processing, time_ms: 0 },
    citations: citations.map(({ document_id: _, content_pack_id: __, ...citation }) => citation),
    related: related.map(({ document_id: _, content_pack_id: __, ...passage }) => passage),
  };
}

describe('[CON-2-16] content restricted to groups', () => {
  it.each([[undefined], [[]], [['staff']], [['HR']], [['hr ', 'boards']]])(
    'is not found, quoted, counted or hinted at for a viewer in groups %j',
    async (groups) => {
      for (const prompt of questions) {
        const body = groups === undefined ? { prompt } : { prompt, groups };
        const seen = visible(await service.ask(guarded, body));
        expect(seen).toEqual(visible(await service.ask(plain, body)));
        expect(JSON.stringify(seen)).not.toMatch(/march|forty|falcon concerns|december|close the night/i);
      }
    },
  );

  it('answers members of any of its groups', async () => {
    const ask = async (prompt: string, ...groups: string[]) =>
      (await service.ask(guarded, { prompt, groups })).answer;
    expect(await ask('What is plan Falcon?', 'hr')).toContain('close the night shift');
    expect(await ask('What is the plan Falcon?', 'staff', 'hr')).toContain('close the night shift');
    expect(await ask('When does plan Falcon begin?', 'hr')).toContain('March');
    expect(await ask('When does plan Falcon begin?', 'board')).toContain('March');
    expect(await ask('When is the bonus paid?', 'board')).toContain('does not cover');
    expect(await ask('When is payday?', 'board')).toContain('25th');
  });

  it('is shown to its viewers only, by any operation', async () => {
    const { content } = service.data.store;
    const found = await service.ask(guarded, { prompt: 'When does plan Falcon begin?', groups: ['hr'] });
    const [citation] = found.citations;
    const tenants = await service.data.store.access.listTenants();
    const tenantId = tenants.find(({ name }) => name === 'guarded')?.tenantId ?? 'ten_none';
    const documentId = citation?.document_id as `doc_${string}`;
    const place = { documentId, start: citation?.start ?? 0, end: citation?.end ?? 0, nowMs: Date.now() };
    expect(await content.readQuote(tenantId, { ...place, groups: ['hr'] })).toBe(citation?.quote);
    expect(await content.readQuote(tenantId, { ...place, groups: ['staff'] })).toBeNull();
    // A thread with an answer for a group is there for those who may name it.
    const thread = { thread_id: found.thread_id, prompt: 'And how many bakers does it concern?' };
    await expect(service.ask(guarded, thread)).rejects.toThrow('There is no such thread');
  });
});
