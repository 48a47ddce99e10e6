import type { ReviewDecisionEntry } from '@avow/contract/review';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { useList } from '../../api/use-call.ts';
import { SelectField } from '../../design/field.tsx';
import { formatDateTime, formatDuration } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Badge, Card, Empty, type Tone } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { reviewTexts } from '../../texts/review.ts';
import { DecidedFigures } from './figure-tiles.tsx';
import { useReviewers } from './use-reviewers.ts';

const tones: Readonly<Record<string, Tone>> = { deliver: 'good', edit: 'info', block: 'bad', expire: 'warn' };

/** What was decided, by whom, and how long it took. */
export function DecidedTab() {
  const navigate = useNavigate();
  const { outcome = '', by = '' } = useSearch({ strict: false });
  const { others } = useReviewers();
  const decisions = useList(
    'listReviewDecisions',
    {
      query: {
        limit: 50,
        ...(outcome === '' ? {} : { outcome }),
        ...(by === '' ? {} : { decided_by: by }),
      },
    },
    { isLogged: true },
  );
  const show = (next: { readonly outcome?: string; readonly by?: string }) =>
    void navigate({ to: '/review', search: { tab: 'decided', outcome, by, ...next }, replace: true });
  const isFiltered = outcome !== '' || by !== '';
  return (
    <div className="stack">
      <DecidedFigures />
      <div className="row wrap">
        <SelectField
          label={reviewTexts.outcome}
          value={outcome}
          onChange={(next) => show({ outcome: next })}
          options={[
            { value: '', label: reviewTexts.anyOutcome },
            ...Object.entries(reviewTexts.outcomes).map(([value, label]) => ({ value, label })),
          ]}
        />
        <SelectField
          label={reviewTexts.by}
          value={by}
          onChange={(next) => show({ by: next })}
          options={[
            { value: '', label: reviewTexts.anybody },
            { value: 'me', label: reviewTexts.byMe },
            ...others.map(({ user_id: value, name }) => ({ value, label: name })),
          ]}
        />
      </div>
      <Card title={reviewTexts.decided} isFlush>
        <Loaded reading={decisions}>
          {(found) =>
            found.length === 0 ? (
              <Empty title={isFiltered ? reviewTexts.noDecisionsFor : reviewTexts.noDecisions} />
            ) : (
              <DecisionTable decisions={found} />
            )
          }
        </Loaded>
      </Card>
      <More list={decisions} />
    </div>
  );
}

function DecisionTable({ decisions }: { readonly decisions: readonly ReviewDecisionEntry[] }) {
  const { nameOf } = useReviewers();
  return (
    <Table
      columns={[
        reviewTexts.question,
        reviewTexts.outcome,
        reviewTexts.by,
        reviewTexts.took,
        reviewTexts.when,
      ]}
    >
      {decisions.map((decision) => (
        <tr key={decision.message_id}>
          <td className="wide">
            <DecidedQuestion decision={decision} />
          </td>
          <td>
            <Badge tone={tones[decision.outcome] ?? 'quiet'}>
              {reviewTexts.outcomes[decision.outcome] ?? decision.outcome}
            </Badge>
          </td>
          <td>{decision.decided_by === null ? reviewTexts.nobodyInTime : nameOf(decision.decided_by)}</td>
          <td className="nums">{formatDuration(decision.pending_ms)}</td>
          <td className="nums">{formatDateTime(decision.decided_at)}</td>
        </tr>
      ))}
    </Table>
  );
}

function DecidedQuestion({ decision }: { readonly decision: ReviewDecisionEntry }) {
  const may = useMay();
  const { message_id: messageId, question, reason, comment } = decision;
  const why = [reason === null ? null : (reviewTexts.reasons[reason] ?? reason), comment];
  const said = why.filter((part) => part !== null).join(' · ');
  const shown = question ?? reviewTexts.gone;
  return (
    <>
      {may('audit:read') ? (
        <Link to="/records/$messageId" params={{ messageId }}>
          {shown}
        </Link>
      ) : question !== null && may('messages:read') ? (
        <Link to="/ask/$messageId" params={{ messageId }}>
          {shown}
        </Link>
      ) : (
        <span className="quiet">{shown}</span>
      )}
      {said === '' ? null : <p className="small quiet">{said}</p>}
    </>
  );
}
