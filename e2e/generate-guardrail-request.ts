import { checkFacts, type GuardrailCheck, guardrailChecks } from '@avow/contract/guardrails';
import { drawFrom } from '@avow/foundation/testing';
import { type GeneratedRequest, oddTexts } from './generate-request.ts';

/** Real ids and values for nearly valid requests. */
export interface KnownGuardrails {
  readonly apiKey: string;
  readonly messageIds: readonly string[];
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
/** A path, and the methods that it takes most often. */
const routes: ReadonlyArray<readonly [path: string, methods: string]> = [
  ['', 'GET PUT PUT PUT DELETE'],
  ['/versions', 'GET'],
  ['/test', 'POST'],
];

const topics = [{ name: 'Law', description: 'Legal questions.', examples: ['May I sue?'] }];
/** Settings for each check, valid and invalid. */
const settings: Readonly<Record<GuardrailCheck, readonly unknown[]>> = {
  prompt_size: [{ code_points_max: 100 }, { code_points_max: 0 }, {}],
  control_characters: [{}, { more: 1 }],
  prompt_attack: [{}],
  personal_data: [{ types: { contact: 'redact', card: 'off' } }, { types: { shoe_size: 'flag' } }, {}],
  secrets: [{}],
  unsafe_content: [{}, { thresholds: { hate: 0.9 } }, { thresholds: { joy: 1 } }],
  topic: [{ denied: topics }, { allowed: topics, denied: [] }, {}],
  words: [{ words: ['heron', 'crane'] }, { words: [] }, { words: ['!'] }, { words: [''] }],
  profanity: [{}],
  prompt_leak: [{ canaries: ['blue-heron-17'] }, { instructions: 'You are a helpful heron.' }, {}],
  links: [{ allowed_hosts: ['example.com', '*.example.org'] }, { allowed_hosts: ['http://x'] }, {}],
  grounding: [{}, { supported_min: 0.5 }, { supported_min: 5 }],
  relevance: [{}],
  format: [{ code_points_max: 500 }, { languages: ['en'] }, { json_schema: { type: 'object' } }, {}],
  pattern: [{ pattern: 'A[0-9]{3}' }, { pattern: '(' }, { pattern: '(?=x)' }, { pattern: '' }],
  rule: [{ rule: 'Be kind.' }, { rule: '', examples: [{ text: 'x', breaks_rule: 'no' }] }],
};
const usual: Readonly<Record<string, readonly unknown[]>> = {
  threshold: [0, 0.5, 1, 2, -1, 'x'],
  mode: ['enforce', 'shadow', 'off'],
  fail_mode: ['open', 'closed', null],
  timeout_ms: [1, 50, 10_000, 0, 1.5],
  category: ['custom', 'safety', 'x'],
  id: ['grd_01ka2tpzg0e6srq53nv7xwx6nx', 'grd_x', 7],
};

/** A request on guardrails that may be anything: mostly nearly right, sometimes nonsense. */
export function generateGuardrailRequest(seed: number, known: KnownGuardrails): GeneratedRequest {
  const random = drawFrom(seed);
  const chance = (share: number) => random() < share;
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;

  function guardrail(): unknown {
    if (chance(0.02)) return pick([...oddTexts, null, [], 1]);
    const check = pick(guardrailChecks);
    const entry: Record<string, unknown> = {
      name: chance(0.95) ? `${check} ${Math.floor(random() * 5)}` : pick(oddTexts),
      check: chance(0.97) ? check : pick(oddTexts),
      stage: chance(0.95) ? pick(checkFacts[check].stages) : pick(['input', 'retrieval', 'output', 'x']),
      action: chance(0.95) ? pick(checkFacts[check].actions) : pick(['flag', 'redact', 'block', 'none']),
    };
    if (chance(0.9)) entry['settings'] = chance(0.8) ? settings[check][0] : pick(settings[check]);
    for (const [field, values] of Object.entries(usual)) {
      if (chance(0.1)) entry[field] = pick(values.slice(0, chance(0.7) ? 2 : undefined));
    }
    if (chance(0.02)) entry[pick(oddTexts)] = 1;
    return entry;
  }

  function policy(): unknown {
    const guardrails: unknown[] = [];
    while (chance(0.7)) guardrails.push(guardrail());
    return {
      guardrails: chance(0.97) ? guardrails : pick<unknown>([null, {}, 'x', Array(65).fill(guardrail())]),
      ...(chance(0.1) ? { bands: pick([{ high: 0.9 }, { high: 0.1, medium: 0.9 }, 1]) } : {}),
      ...(chance(0.1) ? { messages: { blocked: pick(oddTexts) } } : {}),
      ...(chance(0.1) ? { blocked_prompts: pick(['hash', 'redacted', 'all']) } : {}),
      ...(chance(0.03) ? { [pick(oddTexts)]: 1 } : {}),
    };
  }

  function trial(): unknown {
    const text = () => (chance(0.7) ? 'A heron met A123 and https://x.example/.' : pick(oddTexts));
    const texts = Array.from({ length: Math.floor(random() * 4) }, () => ({
      text: text(),
      stage: chance(0.95) ? pick(['input', 'retrieval', 'output']) : pick(oddTexts),
    }));
    const ids = Array.from({ length: Math.floor(random() * 4) }, () =>
      chance(0.8) ? pick(known.messageIds) : pick(oddTexts),
    );
    return {
      ...(chance(0.6) ? { policy: policy() } : {}),
      ...(chance(0.5)
        ? { texts }
        : { messages: chance(0.5) ? { ids } : { last: pick([1, 3, 0, 101, '2']) } }),
      ...(chance(0.05) ? { texts } : {}),
    };
  }

  const [path, often] = pick(routes);
  const method = chance(0.95) ? pick(often.split(' ')) : pick(methods);
  let url = `/v1/guardrails${path}`;
  const headers: Record<string, string> = chance(0.98) ? { authorization: `Bearer ${known.apiKey}` } : {};
  if (method === 'GET' && chance(0.5))
    url += `?${pick(['limit', 'cursor', 'revision', 'page'])}=${pick(['1', '0', 'x', '7', '99999999999'])}`;
  if (chance(0.2)) headers['if-match'] = pick(['"1"', '"0"', '*', 'W/"1"', '1', '"', '"1","2"', '""']);
  if (method === 'GET' || method === 'HEAD' || (method === 'DELETE' && chance(0.9)))
    return { method, url, headers, payload: undefined };
  const whole = Buffer.from(JSON.stringify(path === '/test' ? trial() : policy()));
  if (chance(0.98)) headers['content-type'] = 'application/json';
  const cut = whole.subarray(0, Math.floor(random() * whole.length));
  return { method, url, headers, payload: chance(0.03) ? undefined : chance(0.03) ? cut : whole };
}
