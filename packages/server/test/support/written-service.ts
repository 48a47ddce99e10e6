import { randomUUID } from 'node:crypto';
import { scriptedReader } from '@avow/answering/testing';
import { type ReceivedEvent, readEvents } from '@avow/client';
import type { GuardrailPolicyGiven } from '@avow/contract/guardrails';
import type { QueryResponse } from '@avow/contract/query';
import type { AuditRecord } from '@avow/contract/records';
import { defaultScopes } from '@avow/contract/roles';
import { auditRecordSchema } from '@avow/contract/testing';
import { codePointLength } from '@avow/contract/values';
import type { TenantId } from '@avow/foundation';
import type { ModelSettings, ModelsSettings } from '@avow/inference';
import { createLanguageModel } from '@avow/inference/language';
import type { ScriptedProvider } from '@avow/inference/testing';
import { scriptedSettings, startScriptedProvider } from '@avow/inference/testing';
import { expect } from 'vitest';
import { createModelChanges } from '../../src/telemetry/model-changes.ts';
import { startTestService, type TestService, type TestServiceOptions } from './test-service.ts';

export interface WrittenServiceOptions extends Omit<TestServiceOptions, 'models'> {
  /** For each tier, the settings that differ from the defaults. */
  readonly tiers?: readonly Partial<ModelSettings>[];
  readonly refines?: boolean;
  /** The settings of a second judge that differ from the defaults. Left out: there is none. */
  readonly verifies?: Partial<ModelSettings>;
  readonly budgets?: ModelsSettings['budgets'];
  readonly restMs?: number;
}

/** A complete service with real language model clients, each connected to its own scripted provider. */
export interface WrittenService extends TestService {
  /** The provider of tier 1 is at index 0, and so on. */
  readonly providers: readonly ScriptedProvider[];
  readonly refinement: ScriptedProvider;
  readonly verification: ScriptedProvider;
  newTenant(files?: Readonly<Record<string, string>>): Promise<WrittenTenant>;
}

export interface WrittenTenant {
  readonly tenantId: TenantId;
  readonly key: string;
  ask(prompt: string, also?: Readonly<Record<string, unknown>>): Promise<QueryResponse>;
  put(policy: Partial<GuardrailPolicyGiven>): Promise<void>;
  auditOf(response: { readonly message_id: string }): Promise<AuditRecord>;
}

export const handbook = `# Handbook 🥐

## Holiday

Every employee has 27 days of paid holiday 🏖 in a year. Unused days can be carried over until the end of March. Holiday is asked for in the calendar of the team.

## Sickness

A doctor's note is needed from the fourth day of absence. Sickness is reported to the team lead before 9:30.

## Expenses

Travel expenses up to 500 euros are paid back within 14 days. Receipts are kept for 7 years.
`;

/** What the handbook says about holiday, as a faithful model would write it. */
export const holiday = [
  'Every employee has 27 days of paid holiday in a year.',
  'Unused days can be carried over until the end of March.',
  'Holiday is asked for in the calendar of the team.',
] as const;
export const holidayQuestion = 'How many days of paid holiday does every employee have?';

/** Writes this in pieces of a few letters each, which split words and marks anywhere. */
export const say = (text: string, also: object = {}) =>
  ({ kind: 'say', pieces: text.match(/[\s\S]{1,7}/gu) ?? [text], ...also }) as const;

const noBudgets = { usual: null, tenants: new Map() };

export async function startWrittenService(options: WrittenServiceOptions = {}): Promise<WrittenService> {
  const { tiers = [{}], refines = false, verifies, budgets = noBudgets, restMs = 60_000, ...rest } = options;
  const providers = await Promise.all(tiers.map(() => startScriptedProvider()));
  const refinement = await startScriptedProvider();
  const verification = await startScriptedProvider();
  const modelChanges = createModelChanges();
  const open = (provider: ScriptedProvider, fields: Partial<ModelSettings>) => {
    const settings = scriptedSettings(fields.provider ?? 'openai_compatible', provider, {
      ...{ attemptsMax: 1, ...fields },
    });
    return { settings, model: createLanguageModel(settings, { onChange: modelChanges.emit, restMs }) };
  };
  const opened = tiers.map((fields, index) => ({
    tier: (index + 1) as 1 | 2 | 3,
    ...open(providers[index] as ScriptedProvider, { model: `tier-${index + 1}`, ...fields }),
  }));
  const refining = refines ? open(refinement, { model: 'refiner' }).model : null;
  const verifying = verifies === undefined ? null : open(verification, { model: 'verifier', ...verifies });
  const service = await startTestService({
    reader: scriptedReader(),
    ...rest,
    models: { tiers: opened, refinement: refining, verification: verifying, budgets, modelChanges },
  });
  return {
    ...service,
    ...{ providers, refinement, verification },
    newTenant: (files = { 'handbook.md': handbook }) => newTenant(service, files),
    close: async () => {
      await service.close();
      await Promise.all([
        ...opened.map(({ model }) => model.close()),
        refining?.close(),
        verifying?.model.close(),
      ]);
      await Promise.all([...providers, refinement, verification].map((provider) => provider.close()));
    },
  };
}

async function newTenant(
  service: TestService,
  files: Readonly<Record<string, string>>,
): Promise<WrittenTenant> {
  const tenantId = await service.createTenant(`bakery ${randomUUID()}`);
  const key = await service.createKey(tenantId, { scopes: [...defaultScopes, 'guardrails:manage'] });
  await service.loadPack(tenantId, files);
  return {
    ...{ tenantId, key },
    ask: (prompt, also = {}) => service.ask(key, { prompt, ...also }),
    put: async (policy) => {
      const response = await service.app.http.inject({
        ...{ method: 'PUT', url: '/v1/guardrails', payload: { guardrails: [], ...policy } },
        headers: { authorization: `Bearer ${key}` },
      });
      expect(response.statusCode, response.body).toBe(200);
    },
    auditOf: async ({ message_id }) =>
      auditRecordSchema.parse((await service.get(key, `/v1/messages/${message_id}/audit`)).json()),
  };
}

export function tierOf({ providers }: WrittenService, tier: number): ScriptedProvider {
  return providers[tier - 1] ?? expect.fail(`there is no tier ${tier}`);
}

/** Every provider does this, from its next request on. */
export function playAll(
  { providers }: WrittenService,
  script: Parameters<ScriptedProvider['play']>[0],
): void {
  for (const provider of providers) provider.play(script);
}

/** Must hold for every answer, whatever a model wrote: each quote is stored at its offsets. */
export function expectTrueQuotes({ answer, citations }: QueryResponse, stored: string): void {
  const points = [...stored];
  for (const { quote, start, end, answer_start: from, answer_end: to } of citations) {
    expect(points.slice(start ?? 0, end ?? 0).join('')).toBe(quote);
    expect(0 <= from && from < to && to <= codePointLength(answer)).toBe(true);
  }
}

/** A stream over a real connection, which `leave` breaks. */
export interface WrittenStream {
  readonly messageId: string;
  readonly events: AsyncGenerator<ReceivedEvent, void>;
  rest(): Promise<ReceivedEvent[]>;
  /** Reads to the next event of this type. */
  next(type: string): Promise<ReceivedEvent>;
  leave(): void;
}

export async function openStream(
  url: string,
  {
    key,
    body,
    headers = {},
    onDelta = () => undefined,
  }: {
    readonly key: string;
    readonly body?: object;
    readonly headers?: Readonly<Record<string, string>>;
    /** Called with each part of the answer, so that the model can go on once it was shown. */
    readonly onDelta?: () => void;
  },
): Promise<WrittenStream> {
  const connection = new AbortController();
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...{ authorization: `Bearer ${key}`, accept: 'text/event-stream', ...headers },
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: connection.signal,
  });
  if (response.status !== 200 || response.body === null)
    throw new Error(`status ${response.status}: ${await response.text()}`);
  const events = notingDeltas(readEvents(response.body), onDelta);
  return {
    messageId: (response.headers.get('x-request-id') ?? '').replace('req_', 'msg_'),
    events,
    rest: async () => {
      const all: ReceivedEvent[] = [];
      for await (const event of events) all.push(event);
      return all;
    },
    next: async (type) => {
      for (;;) {
        const { value, done } = await events.next();
        if (done === true) throw new Error(`the stream ended without ${type}`);
        if (value.type === type) return value;
      }
    },
    leave: () => connection.abort(),
  };
}

async function* notingDeltas(
  events: AsyncGenerator<ReceivedEvent, void>,
  onDelta: () => void,
): AsyncGenerator<ReceivedEvent, void> {
  for await (const event of events) {
    if (event.type === 'message.answer.delta') onDelta();
    yield event;
  }
}
