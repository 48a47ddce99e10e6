import type { BlockedReason } from '@avow/contract/values';
import type { Block } from './guard.ts';
import type { Guardrail, Policy } from './guardrail.ts';

interface Words {
  /** After "a check of this service stopped it, because". Accuses nobody: checks are wrong at times. */
  readonly because: string;
  readonly next: string;
}

const report = 'If this seems wrong, please tell the people who run this service.';
const ofPrompts: Readonly<Partial<Record<BlockedReason, Words>>> = {
  prompt_injection: {
    because: 'parts of it read like instructions to the service rather than a question',
    next: `Please ask for the information itself, in a plain sentence. ${report}`,
  },
  unsafe_content: {
    because: 'its wording resembles requests that are not answered here',
    next: `If you meant something else, please say it in other words. ${report}`,
  },
  pii: {
    because: 'it contains personal data that may not be sent here',
    next: 'Please ask again without it.',
  },
  secrets: {
    because: 'it contains what looks like a password or a key',
    next: 'Please ask again without it. If it is in use, change it.',
  },
  out_of_scope: {
    because: 'it is about a topic that is not answered here',
    next: 'Please ask about another topic.',
  },
};
/** Of answers: what the check found is theirs, and not something that the person who asked wrote. */
const ofAnswers: Readonly<Partial<Record<BlockedReason, string>>> = {
  unsafe_content: 'its wording resembles what is not said here',
  pii: 'it contains personal data that may not be given here',
  secrets: 'it contains what looks like a password or a key',
  out_of_scope: 'it is about a topic that is not answered here',
};
const ofRules: Words = { because: 'a rule of this service applies to it', next: report };

const unsupported =
  'An answer was found, but the available sources do not support it, so it is not given. Please ask in other words, or ask a person.';
const unavailable =
  'A check could not be carried out just now, so nothing was answered. Please try again later.';
const selfHarm =
  'This may be about hurting yourself. If it is, please talk to somebody now: your local emergency number, or a crisis line such as 988 in the United States and Canada, 116 123 in the United Kingdom and Ireland, 0800 111 0 111 in Germany, 3114 in France or 024 in Spain. You do not have to deal with it alone. If you asked for another reason, please say it in other words.';

/**
 * What the person who asked reads when something was blocked: why, in general words, and how to go on. The name of the check is
 * the operator's own, and only on record.
 */
export function wordBlock(
  messages: Pick<Policy['messages'], 'blocked' | 'selfHarm'>,
  { reason, concern }: Pick<Block, 'reason' | 'concern'>,
  guardrail: Pick<Guardrail, 'stage'> | null,
): string {
  if (concern === 'self_harm') return messages.selfHarm ?? selfHarm;
  if (messages.blocked !== null) return messages.blocked;
  if (reason === 'guardrail_unavailable') return unavailable;
  if (reason === 'ungrounded') return unsupported;
  if (guardrail === null) return `This was not answered, because ${ofRules.because}. ${ofRules.next}`;
  const check = 'a check of this service stopped it';
  if (guardrail.stage !== 'input')
    return `An answer was found, but ${check}, because ${ofAnswers[reason] ?? ofRules.because}. ${report}`;
  const { because, next } = ofPrompts[reason] ?? ofRules;
  return `This was not answered: ${check}, because ${because}. ${next}`;
}
