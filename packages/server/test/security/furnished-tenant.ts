import type { CalibrationFit } from '@avow/answering/score';
import { scopes } from '@avow/contract/roles';
import { newId, type TenantId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { expect } from 'vitest';
import { contentClient } from '../support/content-client.ts';
import { type SignedIn, sendAs, signInAs } from '../support/people-client.ts';
import { reviewClient } from '../support/review-client.ts';
import { createSoftwareAuthenticator } from '../support/software-authenticator.ts';
import { officePack, type TestService } from '../support/test-service.ts';

/** A tenant that has one of everything that has an id. */
export interface FurnishedTenant {
  readonly tenantId: TenantId;
  /** With every scope but that of operators. */
  readonly key: string;
  readonly person: SignedIn;
  /** By the name of the parameter that takes the id. */
  readonly ids: Readonly<Record<string, string>>;
  /** What nobody may find in a file or a log, by what it is. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Resolved without a network, and refused. */
const unreachable = 'https://localhost/';
const smallFit: CalibrationFit = {
  parameters: { offset: 0, slope: 1, methods: {} },
  ...{ exampleCount: 80, rightCount: 60, authorCount: 8, callerCount: 2 },
  logLoss: { with: 0.5, without: 0.6 },
};
const tenantScopes = scopes.filter((scope) => scope !== 'tenants:manage');

/** The name must be unique: it also names the end user. */
export async function furnishTenant(service: TestService, name: string): Promise<FurnishedTenant> {
  const tenantId = await service.createTenant(name);
  const key = await service.createKey(tenantId, { scopes: tenantScopes });
  await service.loadPack(tenantId, officePack, name);
  const client = contentClient(service, key);
  const post = async (path: string, body: object) => {
    const response = await client.send('POST', path, { body });
    expect(response.statusCode, `${path}: ${response.body}`).toBeLessThan(300);
    return response.json();
  };
  const first = async (path: string) => {
    const { data } = (await service.get(key, path)).json();
    expect(data, path).not.toEqual([]);
    return data[0];
  };
  const { id: packId } = await first('/v1/content-packs');
  const pack = `/v1/content-packs/${packId}`;
  const { id: jobId } = await client.follow(
    await client.send('POST', `${pack}/documents`, {
      body: { source: `${name}.md`, text: `# ${name}\n\nOnly ${name} knows this.`, format: 'markdown' },
    }),
  );
  const { id: itemId } = await first(`${pack}/changes`);
  const golden = await post(`${pack}/golden-questions`, {
    questions: [{ question: `What does ${name} know?`, expects: { kind: 'not_covered' } }],
  });
  const evaluation = await post(`${pack}/evaluations`, {});
  const source = await post(`${pack}/sources`, {
    ...{ name, connection: { kind: 'website', url: unreachable }, sync_every_minutes: null },
    credentials: { username: 'reader', token: `source-token-of-${name}` },
  });
  const asked = await service.ask(key, {
    prompt: `Where does ${name} keep the zeppelin?`,
    end_user_id: name,
  });
  for (let asking = 0; asking < 6; asking += 1) await service.ask(key, { prompt: 'Who approves travel?' });
  const { draw } = await post('/v1/confidence/draw', { wrong_max: 0.5 });
  const sample = await post('/v1/audit/samples', { method: 'random', size: 5, from: '2020-01-01T00:00:00Z' });
  const feedback = await post(`/v1/messages/${asked.message_id}/feedback`, {
    ...{ verdict: 'wrong', better_answer: `In the hangar of ${name}.` },
  });
  const group = await first('/v1/insights/unanswered');
  const proposalId = newId('cal', Date.now());
  await service.data.store.feedback.putCalibrationProposal(tenantId, {
    ...{ proposalId, model: name, fit: smallFit, kind: 'fit', createdAtMs: Date.now(), createdBy: null },
  });
  const hold = await post('/v1/holds', {
    scope: 'end_user',
    end_user_id: `${name}-held`,
    reason: `reason-of-${name}`,
  });
  const exported = await post('/v1/audit/exports', {});
  await waitFor(async () => expect((await first('/v1/audit/exports')).status).toBe('ready'));
  const endpoint = await post('/v1/webhook-endpoints', {
    ...{ url: unreachable, event_types: ['message.failed'] },
  });
  const event = await post(`/v1/webhook-endpoints/${endpoint.endpoint_id}/test`, {});
  const deliveries = `/v1/webhook-endpoints/${endpoint.endpoint_id}/deliveries`;
  await waitFor(async () => expect((await first(deliveries)).attempts).toBeGreaterThan(0));
  const review = reviewClient(service, { tenantId, key });
  const { policy } = (await service.get(key, '/v1/guardrails')).json();
  await review.reviewBelow(1);
  const pending = await review.hold();
  const person = await signInAs(service, tenantId, 'owner');
  const password = `correct horse battery staple ${name}`;
  const set = await sendAs(service, 'PUT', '/v1/me/password', { person, body: { password } });
  expect(set.statusCode, set.body).toBeLessThan(300);
  const wrong = { email: person.email, password: `wrong ${password}` };
  await sendAs(service, 'POST', '/v1/sign-in/password', { body: wrong });
  const session = await first(`/v1/users/${person.userId}/sessions`);
  const created = await post('/v1/api-keys', { name, scopes: ['query:write'], groups: [] });
  const published = await post('/v1/api-keys', {
    ...{ name: `${name} page`, origins: ['https://shop.example.com'], content_pack_ids: [packId] },
  });
  const widget = await post('/v1/widgets', { name, origins: ['https://shop.example.com'] });
  const isEvaluated = async () =>
    expect((await service.get(key, `${pack}/evaluations/${evaluation.id}`)).json().status).toBe('complete');
  await waitFor(isEvaluated);
  const isSynced = async () =>
    expect((await service.get(key, `${pack}/sources/${source.id}`)).json().sync).toBe(null);
  await waitFor(isSynced);
  return {
    ...{ tenantId, key, person },
    ids: {
      ...{ tenant_id: tenantId, pack_id: packId, content_pack_id: packId, content_pack_ids: packId },
      document_id: (await first(`${pack}/documents`)).id,
      qna_id: (await first(`${pack}/qna`)).id,
      ...{ job_id: jobId, item_id: itemId, item_ids: itemId, golden_id: golden.questions[0].id },
      ...{ evaluation_id: evaluation.id, base: evaluation.id, source_id: source.id },
      ...{ message_id: asked.message_id, thread_id: asked.thread_id ?? '', end_user_id: name },
      ...{
        feedback_id: feedback.id,
        proposal_id: proposalId,
        draw_id: draw.id,
        sample_id: sample.sample_id,
        group_id: group.group_id,
        group_ids: group.group_id,
        hold_id: hold.hold_id,
      },
      ...{ export_id: exported.export_id, endpoint_id: endpoint.endpoint_id, event_id: event.event_id },
      ...{ pending_message_id: pending.message_id, user_id: person.userId, session_id: session.session_id },
      ...{ passkey_id: await addPasskey(service, person), key_id: published.key_id },
      widget_id: widget.widget_id,
      guardrail_id: policy.guardrails?.[0]?.id,
    },
    secrets: {
      ...{ key, password, 'another key': created.key, 'source token': `source-token-of-${name}` },
      ...{ 'webhook secret': endpoint.secret, session: person.cookie.split('=')[1] ?? '' },
      ...{ 'token against forgery': person.csrfToken, question: 'keep the zeppelin' },
      ...{ 'reason of a hold': `reason-of-${name}`, 'better answer': `hangar of ${name}` },
    },
  };
}

async function addPasskey(service: TestService, person: SignedIn): Promise<string> {
  const origin = 'http://localhost';
  const begun = await sendAs(service, 'POST', '/v1/me/passkeys/options', { person, body: {} });
  const { challenge, options } = begun.json();
  const credential = createSoftwareAuthenticator().create({
    ...{ challenge: options.challenge, origin, rpId: 'localhost' },
  });
  const body = { challenge, credential, name: 'Laptop' };
  const added = await sendAs(service, 'POST', '/v1/me/passkeys', { person, body });
  expect(added.statusCode, added.body).toBe(201);
  return added.json().passkey_id;
}
