import type { ConfidenceState } from '@avow/contract/feedback';
import { useMay } from '../../api/session.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { formatDateTime, formatScore } from '../../design/format.ts';
import { FormFault, Loaded } from '../../design/loaded.tsx';
import { FactList, Notice } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { notify } from '../../design/toast.tsx';
import { guaranteeTexts } from '../../texts/guarantee.ts';
import { GuaranteeDraw } from './guarantee-draw.tsx';

/** What is guaranteed of answers with high confidence, by which data, and whether it still holds. */
export function GuaranteeTab() {
  const isAllowed = useMay()('guardrails:manage');
  const confidence = useCall('getConfidence', {}, { enabled: isAllowed });
  if (!isAllowed) return <p>{guaranteeTexts.notAllowed}</p>;
  return <Loaded reading={confidence}>{(state) => <Guarantee state={state} />}</Loaded>;
}

function Guarantee({ state }: { readonly state: ConfidenceState }) {
  const { guarantee, revisions } = state;
  const newest = revisions[0];
  return (
    <div className="stack wide">
      <section className="stack">
        <h2>{guaranteeTexts.title}</h2>
        <p className="quiet">{guaranteeTexts.about}</p>
        {guarantee === null ? (
          <Notice tone={state.reason === 'lapsed' ? 'warn' : 'info'}>
            {guaranteeTexts.reasons[state.reason] ?? state.reason}
            {state.reason === 'lapsed' && newest?.cause != null
              ? ` ${guaranteeTexts.causes[newest.cause] ?? newest.cause}`
              : null}
          </Notice>
        ) : (
          <Notice tone="good">
            <strong>{guaranteeTexts.inForce(guarantee.wrong_max)}</strong>{' '}
            {guaranteeTexts.inForceSince(formatDateTime(guarantee.created_at), formatScore(guarantee.line))}
          </Notice>
        )}
      </section>
      {guarantee === null ? null : <InForce state={state} guarantee={guarantee} />}
      <GuaranteeDraw state={state} />
      <Needed rows={state.needed} />
      {revisions.length === 0 ? null : <History revisions={revisions} />}
    </div>
  );
}

interface InForceProps {
  readonly state: ConfidenceState;
  readonly guarantee: NonNullable<ConfidenceState['guarantee']>;
}

function InForce({ state: { watch }, guarantee }: InForceProps) {
  const end = useChange('endGuarantee');
  return (
    <>
      <div className="columns">
        <section className="stack">
          <h3>{guaranteeTexts.data}</h3>
          <FactList
            rows={[
              [guaranteeTexts.basedOn, guarantee.answers],
              [guaranteeTexts.wrongFound, guarantee.wrong],
              [guaranteeTexts.wrongAtMost, guaranteeTexts.percent(guarantee.wrong_at_most)],
              [
                guaranteeTexts.period,
                guaranteeTexts.from(formatDateTime(guarantee.from), formatDateTime(guarantee.to)),
              ],
            ]}
          />
          <h3>{guaranteeTexts.cost}</h3>
          <p>{guaranteeTexts.costOf(guarantee.high_before, guarantee.high_after)}</p>
        </section>
        {watch === null ? null : <Watch watch={watch} />}
      </div>
      <div>
        <Button
          look="small"
          onPress={() => end.mutate({}, { onSuccess: () => notify(guaranteeTexts.ended) })}
          isBusy={end.isPending}
        >
          {guaranteeTexts.end}
        </Button>
      </div>
      <FormFault error={end.error} />
    </>
  );
}

function Watch({ watch }: { readonly watch: NonNullable<ConfidenceState['watch']> }) {
  const { checked, reported, cause } = watch;
  return (
    <section className="stack">
      <h3>{guaranteeTexts.drift}</h3>
      <p>
        {cause === null
          ? guaranteeTexts.holds
          : `${guaranteeTexts.causes[cause] ?? cause} ${guaranteeTexts.lapsesSoon}`}
      </p>
      <FactList
        rows={[
          [guaranteeTexts.checkedSince, guaranteeTexts.wrongOf(checked.wrong, checked.answers)],
          [guaranteeTexts.reportedSince, guaranteeTexts.wrongOf(reported.wrong, reported.answers)],
          [guaranteeTexts.shift, guaranteeTexts.percent(watch.score_shift)],
          [guaranteeTexts.until, formatDateTime(watch.expires_at)],
        ]}
      />
    </section>
  );
}

function Needed({ rows }: { readonly rows: ConfidenceState['needed'] }) {
  return (
    <section className="stack">
      <h3>{guaranteeTexts.needed}</h3>
      <p className="quiet">{guaranteeTexts.neededHint}</p>
      <Table
        caption={guaranteeTexts.needed}
        columns={[
          guaranteeTexts.neededShare,
          { title: guaranteeTexts.neededNone, isEnd: true },
          { title: guaranteeTexts.neededOne, isEnd: true },
          { title: guaranteeTexts.neededThree, isEnd: true },
        ]}
      >
        {rows.map(({ wrong_max: share, none_wrong: none, one_wrong: one, three_wrong: three }) => (
          <tr key={share}>
            <td>{guaranteeTexts.percent(share)}</td>
            <td className="end">{none}</td>
            <td className="end">{one}</td>
            <td className="end">{three}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function History({ revisions }: { readonly revisions: ConfidenceState['revisions'] }) {
  return (
    <section className="stack">
      <h3>{guaranteeTexts.history}</h3>
      <Table
        caption={guaranteeTexts.history}
        columns={[
          guaranteeTexts.when,
          guaranteeTexts.what,
          { title: guaranteeTexts.wrongAtMost, isEnd: true },
        ]}
      >
        {revisions.map(({ revision, created_at: at, state, cause, wrong_max: share }) => (
          <tr key={revision}>
            <td>{formatDateTime(at)}</td>
            <td>
              {guaranteeTexts.states[state] ?? state}
              {cause === null ? null : `. ${guaranteeTexts.causes[cause] ?? cause}`}
            </td>
            <td className="end">{guaranteeTexts.percent(share)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
