import { cleanText } from '@avow/text';
import { isOfAnswer, type ReplayDifference } from './compare-answers.ts';
import { compareWords } from './compare-words.ts';
import type { ReplayReport } from './replay-report.ts';

/** The result of a replay, for people: whether it is the same, then each difference and its known causes. */
export function describeReplay(report: ReplayReport): string {
  return [
    headline(report),
    ...describeAsked(report),
    ...report.differences.flatMap((difference) => [
      '',
      ...describeDifference(difference),
      ...(difference.causes.length === 0
        ? ['  No cause is known.']
        : difference.causes.map(({ words }) => `  Cause: ${cleanText(words)}`)),
    ]),
    ...(report.notes.length === 0 ? [] : ['', ...report.notes.map((note) => `Note: ${note}`)]),
  ].join('\n');
}

function headline({ differences }: ReplayReport): string {
  const others = differences.filter((difference) => !isOfAnswer(difference)).length;
  const kinds = [
    ...new Set(differences.filter(isOfAnswer).map(({ kind }) => namesOfKinds[kind].toLowerCase())),
  ];
  if (kinds.length > 0) return `differs: ${kinds.join(', ')}`;
  const also =
    others === 0 ? '' : ` (how it was reached differs in ${others === 1 ? 'one thing' : `${others} things`})`;
  return `same: answer, status and citations are those on record${also}`;
}

function describeAsked({ message_id, asked }: ReplayReport): string[] {
  const packs = asked.pack_versions.map(({ name, version }) => `${cleanText(name)} version ${version}`);
  const { groups, model_tier: tier, earlier_messages: earlier } = asked;
  return [
    '',
    `${message_id}: ${cleanText(asked.question)}`,
    `  from ${packs.join(', ') || 'no pack'}, under policy ${asked.policy_version}, as of ${asked.as_of}`,
    `  asked as a member of ${groups.length === 0 ? 'no group' : cleanText(groups.join(', '))}, ${beginning(tier)}, ${earlier === 1 ? '1 earlier message' : `${earlier} earlier messages`} of the thread`,
  ];
}

function beginning(tier: number | null): string {
  if (tier === null) return 'tier as the policy says';
  return tier === 0 ? 'of the embedded models alone' : `from tier ${tier} on`;
}

const namesOfKinds: Readonly<Record<ReplayDifference['kind'], string>> = {
  status: 'Status',
  answer: 'Answer',
  source: 'Source',
  reason: 'Why there is no answer',
  citation: 'Citations',
  related: 'Related',
  looked_up_as: 'Looked up as',
  confidence: 'Confidence',
  guardrail: 'Guardrail',
  model: 'Model',
  processing: 'Processing',
  packs: 'Pack versions',
};

const citationChanges = {
  gone: 'is no longer cited',
  added: 'is cited as well',
  other_words: 'is cited by other words',
} as const;

const partNames = {
  score: 'score',
  band: 'band',
  model: 'model',
  calibration: 'calibration',
  refinement: 'that refined the question',
  answering: 'that answered',
  checking: 'that checked the answer',
  tier: 'tier',
  degraded: 'degraded',
  routing: 'routing',
} as const;

function describeDifference(difference: ReplayDifference): string[] {
  const name = namesOfKinds[difference.kind];
  switch (difference.kind) {
    case 'answer':
    case 'looked_up_as':
      return [name, `  ${wordsChanged(difference)}`];
    case 'citation': {
      const { title, source, change } = difference;
      const head = `Citation: “${cleanText(title)}” (${cleanText(source)}) ${citationChanges[change]}`;
      return [head, ...quoteLines(difference)];
    }
    case 'guardrail':
      return [`${name} ${cleanText(difference.name)} (${difference.stage}): ${change(difference)}`];
    case 'confidence':
    case 'model':
    case 'processing':
      return [`${name}, ${partNames[difference.part]}: ${change(difference)}`];
    case 'status':
    case 'source':
    case 'reason':
    case 'related':
    case 'packs':
      return [`${name}: ${change(difference)}`];
  }
}

function change({ was, now }: Pick<ReplayDifference, 'was' | 'now'>): string {
  return `${format(was)} then, ${format(now)} now`;
}

function format(value: ReplayDifference['was']): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return cleanText(String(value));
}

function quoteLines({
  change: kind,
  was,
  now,
}: Extract<ReplayDifference, { readonly kind: 'citation' }>): string[] {
  const quote = (words: string | null) => (words === null ? '(withheld)' : `“${cleanText(words)}”`);
  switch (kind) {
    case 'gone':
      return [`  ${quote(was)}`];
    case 'added':
      return [`  ${quote(now)}`];
    case 'other_words':
      return [`  then: ${quote(was)}`, `  now:  ${quote(now)}`];
  }
}

/** Removed words are in [-…-], added words in {+…+}. */
function wordsChanged({ was, now }: Readonly<Record<'was' | 'now', string | null>>): string {
  const runs = compareWords({ was: was ?? '', now: now ?? '' });
  const marked = runs.map(({ kind, text }) => {
    // The space before it belongs to the line and not to the marked words.
    const space = /^\s*/u.exec(text)?.[0] ?? '';
    const words = text.slice(space.length);
    if (kind === 'same') return text;
    return kind === 'gone' ? `${space}[-${words}-]` : `${space}{+${words}+}`;
  });
  return cleanText(marked.join('')).replaceAll('\n', '\n  ');
}
