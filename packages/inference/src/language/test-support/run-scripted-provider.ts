import { scriptedAnswers } from './scripted-answers.ts';
import { type ProviderScript, type ScriptedRequest, startScriptedProvider } from './scripted-provider.ts';

/*
 * A scripted provider as a process of its own: `node run-scripted-provider.ts [port]`. It prints a line
 * {"port":…} once it listens. GET /control tells what is set and what was done; POST /control sets these fields, of
 * which each may be left out:
 *   fault_rate     the share of requests that get a fault, 0 to 1; spread evenly, not by chance
 *   faults         which ones, in turn: names of the table below
 *   answer         what is said otherwise: a name of `scriptedAnswers`
 *   first_after_ms, between_ms   how slow it says it
 */
const faults = {
  status_429: { kind: 'fail', status: 429 },
  status_429_later: { kind: 'fail', status: 429, retryAfter: '30' },
  status_500: { kind: 'fail', status: 500 },
  status_503: { kind: 'fail', status: 503 },
  status_529: { kind: 'fail', status: 529 },
  status_402: { kind: 'fail', status: 402 },
  spent: { kind: 'fail', status: 429, code: 'insufficient_quota' },
  reset: { kind: 'reset' },
  hang: { kind: 'hang' },
  garbage: { kind: 'garbage' },
  whole: { kind: 'whole' },
  cut: { kind: 'say', pieces: ['It has ', 'been '], end: 'cut' },
  error: { kind: 'say', pieces: ['It has ', 'been '], end: 'error' },
  silence: { kind: 'say', pieces: ['It has ', 'been '], end: 'silence' },
} as const satisfies Readonly<Record<string, ProviderScript>>;

interface Control {
  fault_rate: number;
  faults: readonly (keyof typeof faults)[];
  answer: keyof typeof scriptedAnswers;
  first_after_ms: number;
  between_ms: number;
}

const control: Control = {
  fault_rate: 0,
  faults: ['status_500'],
  answer: 'firstSentence',
  first_after_ms: 0,
  between_ms: 0,
};
const done = { answered: 0, faulty: 0 };
let debt = 0;

function script(request: ScriptedRequest): ProviderScript {
  debt += control.fault_rate;
  const name = control.faults[done.faulty % control.faults.length];
  if (debt >= 1 && name !== undefined) {
    debt -= 1;
    done.faulty += 1;
    return faults[name];
  }
  done.answered += 1;
  const said = scriptedAnswers[control.answer](request);
  return { ...said, firstAfterMs: control.first_after_ms, betweenMs: control.between_ms };
}

/** Fields of other names or kinds change nothing. */
function setControl(fields: Partial<Record<keyof Control, unknown>>): void {
  const { fault_rate, faults: names, answer } = fields;
  if (typeof fault_rate === 'number') control.fault_rate = Math.min(1, Math.max(0, fault_rate));
  if (Array.isArray(names)) control.faults = names.filter((name) => Object.hasOwn(faults, name));
  if (typeof answer === 'string' && Object.hasOwn(scriptedAnswers, answer))
    control.answer = answer as Control['answer'];
  for (const name of ['first_after_ms', 'between_ms'] as const) {
    const value = fields[name];
    if (typeof value === 'number') control[name] = Math.max(0, value);
  }
}

const provider = await startScriptedProvider({
  port: Number(process.argv[2] ?? 0),
  keepsRequests: false,
  control: ({ method, url }, body) => {
    if (url !== '/control') return null;
    if (method === 'POST') setControl(JSON.parse(body));
    return { ...control, ...done };
  },
});
provider.play(script);
process.stdout.write(`${JSON.stringify({ port: Number(new URL(provider.baseUrlOf('bedrock')).port) })}\n`);
process.once('SIGTERM', () => void provider.close());
