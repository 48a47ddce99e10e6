import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

const open = {
  'leave.md': '# Leave\n\nEverybody has 25 days of leave a year. Leave is requested from the team lead.\n',
  'travel.md': '# Travel\n\nThe team lead approves travel. Travel is booked by the office.\n',
};
/** For a group that the asker is not in. */
const restricted = {
  'board.md':
    '---\ngroups: [board]\n---\n# Decisions of the board\n\nThe board will buy the company Falconry for 12 million. The takeover of Falconry is secret until May.\n',
};
let service: TestService;
let key: string;
let without: string;
let member: string;

/** What is asked of the stores, in order: a step more would take time, which an asker can measure. */
const steps: string[] = [];
const counting = <Part extends object>(part: Part): Part =>
  new Proxy(part, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...parameters: unknown[]) => {
        steps.push(String(name));
        return Reflect.apply(value, target, parameters);
      };
    },
  });

beforeAll(async () => {
  service = await startTestService({
    wrap: (data) => ({ ...data, store: { ...data.store, content: counting(data.store.content) } }),
  });
  const make = async (name: string, files: Readonly<Record<string, string>>) => {
    const tenantId: TenantId = await service.createTenant(name);
    await service.loadPack(tenantId, files);
    return tenantId;
  };
  const tenantId = await make('with', { ...open, ...restricted });
  key = await service.createKey(tenantId, { groups: [] });
  member = await service.createKey(tenantId, { groups: ['board'] });
  without = await service.createKey(await make('without', open), { groups: [] });
});
afterAll(() => service.close());

async function observe(by: string, prompt: string): Promise<unknown> {
  steps.length = 0;
  const response = (await service.post(by, { prompt })).json();
  const { answer, status, confidence, citations, related, agent_context, guardrails, processing } = response;
  const { time_ms: _time, ...processed } = processing;
  const seen = { answer, status, confidence, citations, related, agent_context, guardrails, processed };
  const text = JSON.stringify(seen).replaceAll(/(?:doc|pack|thr|msg)_[a-z0-9]{26}/g, 'ID');
  return { ...JSON.parse(text), steps: [...steps] };
}

describe('content that the asker may not read', () => {
  it.each([
    'Will the company buy Falconry?',
    'What is the takeover of Falconry?',
    'Falconry',
    'How many days of leave does Falconry have?',
    'How many days of leave do I have?',
    'Who approves travel?',
    'What will the board buy?',
    'When is the takeover?',
  ])('changes nothing of what comes of the question "%s", nor what is done for it', async (question) => {
    const seen = await observe(key, question);
    expect(steps.length).toBeGreaterThan(0);
    expect(seen).toEqual(await observe(without, question));
  });

  it('is there for members of the group', async () => {
    const { answer } = await service.ask(member, { prompt: 'What will the board buy?', groups: ['board'] });
    expect(answer).toContain('Falconry');
  });
});
