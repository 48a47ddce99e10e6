import { setTimeout as sleep } from 'node:timers/promises';

/** What became of one question. */
export interface Asked {
  readonly ms: number;
  readonly kind: AskedKind;
  /** For people: the check that failed, the code of the problem. */
  readonly detail: string;
}

/**
 * `unembedded`: the answer had to do without vectors that were still to be computed. `refused`: with `Retry-After`, before
 * it was admitted. `failed`: anything that should not be.
 */
export type AskedKind = 'answered' | 'blocked' | 'degraded' | 'unembedded' | 'refused' | 'failed';

export interface AskingPlan {
  readonly url: string;
  /** Used in turn, one for each client. */
  readonly apiKeys: readonly string[];
  readonly questions: readonly string[];
  readonly clients: number;
  /** Whichever is reached first. */
  readonly questionsMax: number;
  readonly durationMs: number;
  /** Whether a client that is refused asks the same again, after the time that `Retry-After` names. */
  readonly asksAgain: boolean;
  readonly onAsked?: (kind: AskedKind) => void;
}

interface Body {
  readonly status?: string;
  readonly code?: string;
  readonly message_id?: string;
  readonly agent_context?: { readonly blocked_reason?: string; readonly suggested_next_action?: string };
  readonly processing?: { readonly degraded_mode?: boolean };
  readonly guardrails?: ReadonlyArray<{ readonly name: string; readonly status: string }>;
}

/** How often questions that are due are sent. */
const tickMs = 5;
const refusals: ReadonlySet<string> = new Set(['overloaded', 'concurrency_limited']);

export async function askOnce(
  url: string,
  { apiKey, question }: { readonly apiKey: string; readonly question: string },
): Promise<Asked & { readonly retryAfterMs: number }> {
  const startedAt = performance.now();
  const asked = (kind: AskedKind, detail = '', retryAfterMs = 0) => ({
    ...{ kind, detail, retryAfterMs },
    ms: performance.now() - startedAt,
  });
  try {
    const response = await fetch(`${url}/v1/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: question }),
    });
    const text = await response.text();
    const body = JSON.parse(text) as Body;
    if (response.status !== 200) {
      const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
      const isRefusal = retryAfter >= 1 && refusals.has(body.code ?? '') && body.message_id === undefined;
      return asked(isRefusal ? 'refused' : 'failed', body.code ?? '', isRefusal ? retryAfter * 1000 : 0);
    }
    return { ...asked('answered'), ...judge(body, text) };
  } catch (error) {
    return asked('failed', error instanceof Error ? error.message : 'no response');
  }
}

function judge(body: Body, text: string): Pick<Asked, 'kind' | 'detail'> {
  const reason = body.agent_context?.blocked_reason ?? 'none';
  const failing = body.guardrails?.find(({ status }) => status === 'error' || status === 'timeout');
  const check = failing === undefined ? '' : `${failing.name} ${failing.status}`;
  if (body.status === 'blocked' || reason !== 'none') {
    const next = body.agent_context?.suggested_next_action ?? '';
    return { kind: 'blocked', detail: `${reason} ${next} ${check}`.trim() };
  }
  if (body.processing?.degraded_mode !== true) return { kind: 'answered', detail: '' };
  const share = Number(/"embedded_share":([\d.]+)/.exec(text)?.[1] ?? 1);
  return share < 1 ? { kind: 'unembedded', detail: '' } : { kind: 'degraded', detail: check };
}

/** Questions that come at a steady rate, whether or not those before them are answered. */
export async function askAtRate({
  perSecond,
  ...plan
}: Pick<AskingPlan, 'url' | 'apiKeys' | 'questions' | 'durationMs'> & {
  readonly perSecond: number;
}): Promise<Asked[]> {
  const startedAt = performance.now();
  const asking: Promise<Asked>[] = [];
  for (;;) {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs >= plan.durationMs) break;
    for (; asking.length < (elapsedMs * perSecond) / 1000; ) {
      const apiKey = plan.apiKeys[asking.length % plan.apiKeys.length] ?? '';
      const question = plan.questions[asking.length % plan.questions.length] ?? '';
      asking.push(askOnce(plan.url, { apiKey, question }));
    }
    await sleep(tickMs);
  }
  return await Promise.all(asking);
}

/** Clients that each ask one question after another. */
export async function askMany(plan: AskingPlan): Promise<Asked[]> {
  const asked: Asked[] = [];
  const untilMs = performance.now() + plan.durationMs;
  let next = 0;
  const client = async (number: number) => {
    const apiKey = plan.apiKeys[number % plan.apiKeys.length] ?? '';
    while (next < plan.questionsMax && performance.now() < untilMs) {
      const question = plan.questions[next % plan.questions.length] ?? '';
      next += 1;
      for (;;) {
        const one = await askOnce(plan.url, { apiKey, question });
        asked.push(one);
        plan.onAsked?.(one.kind);
        if (one.kind !== 'refused') break;
        await sleep(one.retryAfterMs);
        if (!plan.asksAgain || performance.now() >= untilMs) break;
      }
    }
  };
  await Promise.all(Array.from({ length: plan.clients }, (_, number) => client(number)));
  return asked;
}
