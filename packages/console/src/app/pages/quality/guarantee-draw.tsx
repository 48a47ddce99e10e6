import type { ConfidenceState } from '@avow/contract/feedback';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { formatScore } from '../../design/format.ts';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { Meter } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { guaranteeTexts } from '../../texts/guarantee.ts';
import { CheckAnswers } from './check-answers.tsx';

type Draw = NonNullable<ConfidenceState['draw']>;

/** Draws answers, has them checked, and puts in force what the checks show. */
export function GuaranteeDraw({ state }: { readonly state: ConfidenceState }) {
  const { draw, reason } = state;
  // A draw that has served is history: what is checked next is drawn anew.
  const isOpen = draw !== null && (reason === 'too_few_checked' || reason === 'ready' || isRenewal(state));
  return (
    <>
      {isOpen ? <OpenDraw draw={draw} /> : null}
      <DrawForm needed={state.needed} isAgain={isOpen} />
    </>
  );
}

/** Whether answers were drawn after the guarantee in force, to renew it. */
function isRenewal({ draw, guarantee }: ConfidenceState): boolean {
  return guarantee !== null && draw !== null && draw.created_at > guarantee.created_at;
}

function OpenDraw({ draw }: { readonly draw: Draw }) {
  const put = useChange('putGuarantee');
  const mayCheck = useMay()('review:decide');
  const checked = draw.right + draw.wrong;
  const isLost = draw.shown === null && draw.first_needed > draw.unchecked;
  return (
    <section className="stack">
      <h3>{guaranteeTexts.toShow(draw.wrong_max)}</h3>
      <Meter
        label={guaranteeTexts.progress(checked, draw.count)}
        value={draw.count === 0 ? 0 : checked / draw.count}
        tone={isLost ? 'warn' : 'good'}
      />
      <p>{guaranteeTexts.progress(checked, draw.count)}</p>
      {draw.shown === null ? (
        <p>{isLost ? guaranteeTexts.progressLost : guaranteeTexts.progressNeeded(draw.first_needed)}</p>
      ) : (
        <>
          <p>
            {`${guaranteeTexts.progressShown(formatScore(draw.shown.line))} `}
            {guaranteeTexts.costOf(draw.shown.high_before, draw.shown.high_after)}
          </p>
          <div>
            <Button
              look="primary"
              onPress={() =>
                put.mutate({ body: { draw_id: draw.id } }, { onSuccess: () => notify(guaranteeTexts.wasPut) })
              }
              isBusy={put.isPending}
            >
              {guaranteeTexts.put}
            </Button>
          </div>
          <FormFault error={put.error} />
        </>
      )}
      {mayCheck && draw.unchecked > 0 ? <CheckAnswers /> : null}
    </section>
  );
}

interface FormProps {
  readonly needed: ConfidenceState['needed'];
  readonly isAgain: boolean;
}

const usual = { share: '0.05', count: '200', days: '30' };

function DrawForm({ needed, isAgain }: FormProps) {
  const [form, setForm] = useState(usual);
  const draw = useChange('drawAnswers');
  const known = needed.find(({ wrong_max: share }) => String(share) === form.share);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        draw.mutate(
          { body: { wrong_max: Number(form.share), count: Number(form.count), days: Number(form.days) } },
          { onSuccess: (after) => notify(guaranteeTexts.drawn(after.draw?.count ?? 0)) },
        );
      }}
    >
      <h3>{isAgain ? guaranteeTexts.drawAgain : guaranteeTexts.draw}</h3>
      {isAgain ? <p className="quiet">{guaranteeTexts.drawAgainHint}</p> : null}
      <SelectField
        label={guaranteeTexts.share}
        value={form.share}
        onChange={(share) => setForm({ ...form, share })}
        options={guaranteeTexts.shares}
      />
      <TextField
        label={guaranteeTexts.count}
        hint={
          known === undefined
            ? guaranteeTexts.countHintOther
            : guaranteeTexts.countHint(known.none_wrong, known.three_wrong)
        }
        type="number"
        min={20}
        max={2_000}
        value={form.count}
        onChange={(count) => setForm({ ...form, count })}
        fault={faultOf(draw.error, '/count')}
      />
      <TextField
        label={guaranteeTexts.days}
        type="number"
        min={1}
        max={90}
        value={form.days}
        onChange={(days) => setForm({ ...form, days })}
        fault={faultOf(draw.error, '/days')}
      />
      <FormFault error={draw.error} />
      <div>
        <Button type="submit" look={isAgain ? [] : 'primary'} isBusy={draw.isPending}>
          {isAgain ? guaranteeTexts.drawAgain : guaranteeTexts.draw}
        </Button>
      </div>
    </form>
  );
}
