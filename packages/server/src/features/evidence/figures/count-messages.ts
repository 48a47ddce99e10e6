import { wilsonInterval, writePercent } from '@avow/foundation/statistics';
import type { MessageFacts } from '../../insights/insight-store.ts';
import { createTally, type FigureBook, type Tally } from './figure-book.ts';

/** Counts messages as they are read, in memory that does not grow with them. */
export interface MessageCount {
  visit(facts: MessageFacts): void;
  write(book: FigureBook): void;
}

const outcomes = ['answered', 'declined', 'blocked', 'failed', 'cancelled'] as const;
type Outcome = (typeof outcomes)[number];

const said: Readonly<Record<Outcome, string>> = {
  answered: 'an answer was delivered',
  declined: 'it was said that the content does not answer the question',
  blocked: 'a guardrail or a reviewer blocked it',
  failed: 'something broke, or time ran out',
  cancelled: 'the client cancelled it',
};

function outcomeOf({ status, sourceType }: MessageFacts): Outcome {
  if (status === 'delivered') return sourceType === 'none' ? 'declined' : 'answered';
  return status === 'blocked' || status === 'cancelled' ? status : 'failed';
}

interface Tripped {
  readonly name: string;
  readonly isShadow: boolean;
  readonly did: Tally;
  /** Messages in which it did anything. */
  messages: number;
}

const guardrailsMax = 500;
const dayLength = 'yyyy-mm-dd'.length;

export function countMessages(): MessageCount {
  const all = createTally();
  const bands = createTally();
  const days = new Map<string, Tally>();
  const channels = new Map<string, Tally>();
  const guardrails = new Map<string, Tripped>();
  let total = 0;
  let degraded = 0;
  let byModel = 0;

  function noteFindings({ findings }: MessageFacts): void {
    // One that looks at the question and at the answer may have found something in both.
    const seen = new Set<string>();
    for (const { guardrailId, name, isShadow, did } of findings) {
      const key = `${guardrailId} ${isShadow}`;
      let one = guardrails.get(key);
      if (one === undefined) {
        if (guardrails.size >= guardrailsMax) continue;
        one = { name, isShadow, did: createTally(), messages: 0 };
        guardrails.set(key, one);
      }
      one.did.add(did);
      if (!seen.has(key)) one.messages++;
      seen.add(key);
    }
  }

  return {
    visit: (facts) => {
      const outcome = outcomeOf(facts);
      total++;
      all.add(outcome);
      tallyIn(days, new Date(facts.createdAtMs).toISOString().slice(0, dayLength)).add(outcome);
      tallyIn(channels, facts.channelType).add(outcome);
      if (outcome === 'answered') bands.add(facts.band);
      if (outcome === 'answered' && facts.modelTier > 0) byModel++;
      if (facts.isDegraded) degraded++;
      noteFindings(facts);
    },
    write: (book) => {
      writeOutcomes(book, { all, total, degraded, byModel });
      writeBands(book, bands);
      book.table(outcomeTable('messages_by_day', 'Messages by day', 'day (UTC)', byName(days)));
      book.table(outcomeTable('messages_by_channel', 'Messages by channel', 'channel', byName(channels)));
      writeGuardrails(book, { guardrails: [...guardrails.values()], total });
    },
  };
}

const groupsMax = 4_000;

function tallyIn(groups: Map<string, Tally>, name: string): Tally {
  const kept = groups.has(name) || groups.size < groupsMax ? name : 'all others';
  const found = groups.get(kept) ?? createTally();
  groups.set(kept, found);
  return found;
}

const byName = (groups: ReadonlyMap<string, Tally>) =>
  [...groups].sort(([one], [other]) => (one < other ? -1 : 1));

function writeOutcomes(
  book: FigureBook,
  {
    all,
    total,
    degraded,
    byModel,
  }: Record<'total' | 'degraded' | 'byModel', number> & { readonly all: Tally },
): void {
  book.count(total, {
    key: 'messages.total',
    title: 'Messages on record',
    definition: 'Finished messages whose question was asked in the period, also without content by now.',
  });
  for (const outcome of outcomes)
    book.share(
      { hits: all.of(outcome), total },
      {
        key: `messages.${outcome}`,
        title: `Messages ${outcome}`,
        definition: `The share of all messages that ended like this: ${said[outcome]}.`,
      },
    );
  book.share(
    { hits: degraded, total },
    {
      key: 'messages.degraded',
      title: 'Messages in degraded mode',
      definition: 'The share of all messages for which a model or the search could not take part in full.',
    },
  );
  book.share(
    { hits: byModel, total: all.of('answered') },
    {
      key: 'answers.by_language_model',
      title: 'Answers of language models',
      definition: 'The share of the answers for which a language model of the operator was used.',
    },
  );
}

function writeBands(book: FigureBook, bands: Tally): void {
  const total = ['high', 'medium', 'low'].reduce((sum, band) => sum + bands.of(band), 0);
  for (const band of ['high', 'medium', 'low'])
    book.share(
      { hits: bands.of(band), total },
      {
        key: `confidence.${band}`,
        title: `Answers with ${band} confidence`,
        definition: `The share of the answers whose score was in the band ${band} when they were given.`,
      },
    );
}

function outcomeTable(
  key: string,
  title: string,
  first: string,
  groups: ReadonlyArray<readonly [string, Tally]>,
) {
  return {
    ...{ key, title, definition: 'Messages by how they ended, as in the figures above.' },
    columns: [first, ...outcomes],
    rows: groups.map(([name, tally]) => [name, ...outcomes.map((outcome) => tally.of(outcome))]),
  };
}

function writeGuardrails(
  book: FigureBook,
  { guardrails, total }: { readonly guardrails: readonly Tripped[]; readonly total: number },
): void {
  const sum = (did: string, isShadow: boolean) =>
    guardrails.filter((one) => one.isShadow === isShadow).reduce((all, one) => all + one.did.of(did), 0);
  book.count(guardrails.length, {
    key: 'guardrails.tripped',
    title: 'Guardrails that found something',
    definition: 'Guardrails, by id and mode, that flagged, redacted, blocked or could not run at least once.',
  });
  book.count(sum('block', false) + sum('redact', false) + sum('flag', false), {
    key: 'guardrails.findings',
    title: 'Findings that were acted on',
    definition: 'Findings of enforced guardrails: blocked, redacted or flagged.',
  });
  book.count(sum('failed', false), {
    key: 'guardrails.not_run',
    title: 'Checks that could not run',
    definition: 'Enforced checks that did not run to their end. Such a check never counts as passed.',
  });
  book.yesNo(total === 0 ? null : sum('failed', false) === 0, {
    key: 'guardrails.all_ran',
    title: 'Every check ran',
    definition: 'Whether no enforced check failed to run on any message of the period.',
  });
  book.table({
    ...{ key: 'guardrails', title: 'Guardrails' },
    definition:
      'Of all messages, in how many each guardrail did something, with the 95 % interval of that share (Wilson). Guardrails that never found anything are not listed.',
    columns: [
      'guardrail',
      'mode',
      'flagged',
      'redacted',
      'blocked',
      'could not run',
      'messages',
      'share',
      '95 %',
    ],
    rows: guardrails
      .toSorted((one, other) => other.messages - one.messages)
      .map(({ name, isShadow, did, messages }) => [
        ...[name, isShadow ? 'shadow' : 'enforce', did.of('flag'), did.of('redact'), did.of('block')],
        ...[did.of('failed'), messages, ...shareCells(messages, total)],
      ]),
  });
}

function shareCells(hits: number, total: number): readonly [string, string] {
  if (total === 0) return ['', ''];
  const { low, high } = wilsonInterval({ hits: Math.min(hits, total), total });
  return [writePercent(Math.min(hits, total) / total), `${writePercent(low)} to ${writePercent(high)}`];
}
