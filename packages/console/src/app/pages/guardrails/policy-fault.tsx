import type { CallError } from '../../api/call.ts';
import { formTexts, labelOfSetting } from '../../texts/checks.ts';
import { guardrailTexts } from '../../texts/guardrails.ts';
import { texts } from '../../texts.ts';
import type { EditedPolicy } from './edited-policy.ts';

interface Props {
  readonly error: CallError | null;
  /** As it was sent. */
  readonly policy: EditedPolicy;
}

/** Why a policy was refused, with the names of its checks and fields. */
export function PolicyFault({ error, policy }: Props) {
  if (error === null) return null;
  return (
    <div className="notice bad" role="alert">
      <div>
        {error.status === 412 ? guardrailTexts.conflict : error.message}
        <ul className="change-list">
          {error.errors.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>{formTexts.faultIn(placeOf(pointer, policy), message)}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** What the form calls parts of a check and of its topics. */
const fieldNames: Readonly<Record<string, string>> = {
  ...{ stage: guardrailTexts.stage, action: guardrailTexts.action, mode: guardrailTexts.mode },
  ...{ threshold: guardrailTexts.threshold, fail_mode: guardrailTexts.failMode },
  ...{ description: formTexts.topicDescription, examples: formTexts.topicExamples },
};

/** `/guardrails/3/settings/denied/0/name` in words. */
function placeOf(pointer: string, { guardrails }: EditedPolicy): string {
  const path = pointer.split('/').filter((part) => part !== '' && part !== 'policy');
  const [first = '', place = '', field = '', setting = ''] = path;
  const edited = first === 'guardrails' ? guardrails[Number(place)]?.guardrail : undefined;
  if (edited === undefined) return path.join(' ').replaceAll('_', ' ');
  const nameOf = (part: string) => fieldNames[part] ?? part.replaceAll('_', ' ');
  if (field !== 'settings') return `${edited.name}${texts.crumbTo}${nameOf(field)}`;
  const rest = path.slice(4).map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : nameOf(part)));
  return [edited.name, labelOfSetting(edited.check, setting), ...rest].join(texts.crumbTo);
}
