import type { Draft, DraftChange } from '@avow/answering';
import type { AnswerChange, OtherAnswer } from '@avow/contract';
import type { Guard } from '@avow/guardrails';
import type { OtherDraft } from '../answering/drafts.ts';
import type { AnsweredQuery } from '../query.ts';
import { composeAnswer } from '../verification/compose-answer.ts';
import type { KeptDrafts } from './outcome.ts';

/** More are left out: no reader of a record would look at them. */
const changesMax = 60;
const textUnitsMax = 2_000;

/** What language models wrote that is not delivered, and what was compared, as far as it may be stored. */
export async function keepDrafts(query: AnsweredQuery): Promise<KeptDrafts> {
  const { searches: made, draft, tier, models, failedTiers, other, guard, timeLimit } = query;
  const storable = (text: string) => toStorable(guard, text, timeLimit.signal);
  const changed = [
    ...failedTiers.flatMap(({ tier: by, model, changes = [] }) => listChanges({ tier: by, model }, changes)),
    ...(draft?.kind === 'written'
      ? listChanges({ tier, model: models.answering ?? '' }, draft.changes ?? [])
      : []),
  ].slice(0, changesMax);
  const changes = await Promise.all(
    changed.map(async ({ written, delivered, ...change }) => ({
      ...change,
      written: await storable(written),
      delivered: await storable(delivered),
    })),
  );
  const searches = await Promise.all(
    made.map(async ({ query: asked, ...search }) => ({ ...search, query: await storable(asked) })),
  );
  return { searches, changes, otherAnswer: other === null ? null : await keepOther(other, storable) };
}

function listChanges(
  by: { readonly tier: number; readonly model: string },
  changes: readonly DraftChange[],
): AnswerChange[] {
  return changes.map((change) => ({ model_tier: by.tier, model: by.model, ...change }));
}

async function keepOther(
  { tier, model, draft, probability }: OtherDraft,
  storable: (text: string) => Promise<string>,
): Promise<OtherAnswer> {
  return {
    ...{ model_tier: tier, model },
    answer: await storable(textOf(draft)),
    confidence: Math.round(probability * 10_000) / 10_000,
    citations: draft.support.map(({ documentId, start, end }) => ({ document_id: documentId, start, end })),
  };
}

function textOf(draft: Draft): string {
  const stored = draft.support.map(({ quote }) => quote);
  return composeAnswer(draft, { stored, format: 'markdown' }).text;
}

/** As the guardrails let an answer's words be shown; empty where they do not, or could not be asked. */
async function toStorable(guard: Guard, text: string, signal: AbortSignal): Promise<string> {
  if (text === '') return '';
  const shortened = text.slice(0, textUnitsMax).toWellFormed();
  const checked = await guard.check('citation', { text: shortened, quotes: [] }, signal).catch(() => null);
  return checked === null || checked.blocked !== null || checked.isUnread ? '' : checked.text;
}
