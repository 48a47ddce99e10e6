import { scopes } from '@avow/contract/roles';
import { waitFor } from '@avow/foundation/testing';
import { expect } from 'vitest';
import { contentClient } from '../support/content-client.ts';
import { reviewClient } from '../support/review-client.ts';
import type { TestService } from '../support/test-service.ts';
import { type FurnishedTenant, furnishTenant } from './furnished-tenant.ts';

/** A furnished tenant with answers from content that only the group `hr` may see. */
export interface RestrictedTenant extends FurnishedTenant {
  /** Of what was answered for the group, by the name of the parameter that takes the id. */
  readonly restricted: Readonly<Record<string, string>>;
  /** Words that were asked, said in feedback, or answered for the group. Those of the answer are in the content, too. */
  readonly marks: { readonly asked: readonly string[]; readonly answered: readonly string[] };
}

const pack = {
  'stipend.md':
    '---\ngroups: [hr]\n---\n# Quokka stipend\n\nThe quokka stipend is 98317640 euros a month and is paid to every employee on the third day.\n',
};
export const stipendQuestion = {
  prompt: 'What is the quokka stipend in euros a month, paid to every employee on the third day, Zebedee?',
  groups: ['hr'],
};
export const tenantScopes = scopes.filter((scope) => scope !== 'tenants:manage');

export async function furnishRestricted(service: TestService, name: string): Promise<RestrictedTenant> {
  const tenant = await furnishTenant(service, name);
  const { tenantId, key } = tenant;
  await service.loadPack(tenantId, pack, 'people');
  const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const response = await contentClient(service, key).send(method, path, { body });
    expect(response.statusCode, `${path}: ${response.body}`).toBeLessThan(300);
    return response.json();
  };
  const post = (path: string, body: object) => send('POST', path, body);
  const review = reviewClient(service, { tenantId, key });
  const pending = await review.hold({ ...stipendQuestion, end_user_id: 'zebedee' });
  await review.reviewBelow(null);
  const asked = await service.ask(key, { ...stipendQuestion, end_user_id: 'zebedee' });
  expect(asked.answer).toContain('98317640');
  await post('/v1/confidence/draw', { wrong_max: 0.5 });
  const sample = await post('/v1/audit/samples', { method: 'random', size: 5, from: '2020-01-01T00:00:00Z' });
  const feedback = await post(`/v1/messages/${asked.message_id}/feedback`, {
    ...{ verdict: 'wrong', comment: 'Zebedee gets less.', better_answer: 'Zebedee gets 1234 euros.' },
  });
  await send('PUT', '/v1/handover-settings', { chat: true });
  await post(`/v1/messages/${asked.message_id}/handover`, { text: 'Zebedee wants a person.' });
  const { data: groups } = (await service.get(key, '/v1/insights/unanswered')).json();
  const group = groups.find((one: { question: string }) => one.question.includes('Zebedee'));
  const exported = await post('/v1/audit/exports', {});
  const isReady = async () =>
    expect((await service.get(key, `/v1/audit/exports/${exported.export_id}`)).json().status).toBe('ready');
  await waitFor(isReady);
  const { thread_id: threadId } = asked;
  return {
    ...tenant,
    restricted: {
      ...{ message_id: asked.message_id, pending_message_id: pending.message_id, thread_id: threadId ?? '' },
      ...{ feedback_id: feedback.id, group_id: group.group_id, group_ids: group.group_id },
      ...{ export_id: exported.export_id, sample_id: sample.sample_id, ids: asked.message_id },
    },
    marks: { asked: ['Zebedee', '1234 euros'], answered: ['quokka', '98317640'] },
  };
}
