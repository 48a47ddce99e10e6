import { Checkbox, SelectField, TextField } from '../../design/field.tsx';
import { guardrailTexts } from '../../texts/guardrails.ts';

import type { EditedPolicy } from './edited-policy.ts';
import { NumberSetting } from './number-setting.tsx';

interface Props {
  readonly policy: EditedPolicy;
  readonly onChange: (policy: EditedPolicy) => void;
}

const textOrNull = (text: string) => (text.trim() === '' ? null : text);

/** What a policy says beside its checks. */
export function PolicyRules({ policy, onChange }: Props) {
  const { bands, confidence, review, messages, answering } = policy;
  return (
    <div className="stack">
      <div className="columns">
        <NumberSetting
          label={guardrailTexts.withholdBelow}
          value={confidence.withhold_below}
          onChange={(below) => onChange({ ...policy, confidence: { ...confidence, withhold_below: below } })}
          isShare
        />
        <TextField
          label={guardrailTexts.reviewBelow}
          hint={guardrailTexts.reviewHint}
          type="number"
          min={0}
          max={1}
          step={0.01}
          value={review.below === null ? '' : String(review.below)}
          onChange={(text) => onChange({ ...policy, review: { below: text === '' ? null : Number(text) } })}
        />
        <NumberSetting
          label={guardrailTexts.bandHigh}
          value={bands.high}
          onChange={(high) => onChange({ ...policy, bands: { ...bands, high } })}
          isShare
        />
        <NumberSetting
          label={guardrailTexts.bandMedium}
          value={bands.medium}
          onChange={(medium) => onChange({ ...policy, bands: { ...bands, medium } })}
          isShare
        />
        <SelectField
          label={guardrailTexts.startTier}
          value={String(answering.start_tier)}
          onChange={(tier) => onChange({ ...policy, answering: { ...answering, start_tier: Number(tier) } })}
          options={Object.entries(guardrailTexts.startTiers).map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          label={guardrailTexts.blockedPrompts}
          hint={guardrailTexts.blockedPromptsHint}
          value={policy.blocked_prompts}
          onChange={(stored) =>
            onChange({ ...policy, blocked_prompts: stored as EditedPolicy['blocked_prompts'] })
          }
          options={Object.entries(guardrailTexts.blockedPromptsChoices).map(([value, label]) => ({
            value,
            label,
          }))}
        />
        <Checkbox
          label={guardrailTexts.clientMay}
          isSelected={answering.client_may_choose}
          onChange={(may) => onChange({ ...policy, answering: { ...answering, client_may_choose: may } })}
        />
      </div>
      <TextField
        label={guardrailTexts.notCovered}
        rows={2}
        value={messages.not_covered}
        onChange={(text) => onChange({ ...policy, messages: { ...messages, not_covered: text } })}
        isRequired
      />
      <TextField
        label={guardrailTexts.blockedMessage}
        hint={guardrailTexts.builtInText}
        rows={2}
        value={messages.blocked ?? ''}
        onChange={(text) => onChange({ ...policy, messages: { ...messages, blocked: textOrNull(text) } })}
      />
    </div>
  );
}
