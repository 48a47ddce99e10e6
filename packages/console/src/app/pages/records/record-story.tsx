import type { AuditRecord } from '@avow/contract/records';
import { noCurrency } from '@avow/contract/values';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useMay } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { useCallerNames } from '../../api/use-names.ts';
import { BandBadge } from '../../design/badges.tsx';
import { Diff } from '../../design/diff.tsx';
import { formatDateTime, formatMs } from '../../design/format.ts';
import { IdDetails } from '../../design/id-details.tsx';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { FactList } from '../../design/surface.tsx';
import { askTexts } from '../../texts/ask.ts';
import { channelName } from '../../texts/channels.ts';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';
import { tierName } from '../ask/tier-name.ts';
import { isEdited } from './is-edited.ts';
import { isGone } from './is-gone.ts';
import { Proposal } from './proposal.tsx';
import { nameFields, usePersonNames } from './use-person-names.ts';
import { WrittenWords } from './written-words.tsx';

/** The versions that were served when a question was asked; by name for people who may see packs. */
function UsedPacks({ packs }: { readonly packs: AuditRecord['pack_versions'] }) {
  const may = useMay();
  const isNamed = may('content:manage');
  return (
    <p className="small quiet">
      {`${recordTexts.fromPacks}: `}
      {packs.length === 0 ? texts.none : null}
      {packs.map(({ pack_id: id, version }, index) => (
        <Fragment key={id}>
          {index === 0 ? '' : ', '}
          {isNamed ? <PackLink packId={id} /> : <span className="mono">{id}</span>}
          {` ${recordTexts.packVersion(version)}`}
        </Fragment>
      ))}
    </p>
  );
}

/** A pack that was deleted since keeps its id. */
function PackLink({ packId }: { readonly packId: string }) {
  const pack = useCall('getContentPack', { params: { pack_id: packId } });
  if (pack.data === undefined) return <span className="mono">{packId}</span>;
  return (
    <Link to="/content/$packId" params={{ packId }} search={{ tab: 'versions' }}>
      {pack.data.name}
    </Link>
  );
}

/** Asked, found, checked, said. */
export function RecordStory({ record }: { readonly record: AuditRecord }) {
  return (
    <ol className="story">
      <li>
        <h3>{recordTexts.askedTitle}</h3>
        <Asked record={record} />
      </li>
      <li>
        <h3>{recordTexts.foundTitle}</h3>
        <Found record={record} />
      </li>
      <li>
        <h3>{recordTexts.checkedTitle}</h3>
        <Checked record={record} />
      </li>
      <li>
        <h3>{recordTexts.saidTitle}</h3>
        <Said record={record} />
      </li>
    </ol>
  );
}

function Asked({ record }: { readonly record: AuditRecord }) {
  const personName = usePersonNames();
  const metadata = Object.entries(record.metadata).filter(([name]) => !nameFields.includes(name));
  return (
    <div className="stack tight">
      <p className="answer-text">
        {record.question ||
          (record.blocked_prompt === null ? recordTexts.questionGone : recordTexts.blockedPrompt)}
      </p>
      <p className="quiet">
        {`${recordTexts.by(personName(record), channelName(record.channel_type))}, ${formatDateTime(record.created_at)}`}
      </p>
      {metadata.length === 0 ? null : (
        <p className="small quiet">{metadata.map(([name, value]) => `${name}: ${value}`).join(', ')}</p>
      )}
      <IdDetails
        ids={[
          ...(record.end_user_id === null ? [] : [[recordTexts.person, record.end_user_id] as const]),
          [askTexts.message, record.message_id],
          [askTexts.threadId, record.thread_id],
        ]}
      />
    </div>
  );
}

function Found({ record }: { readonly record: AuditRecord }) {
  const citations = record.response?.citations ?? [];
  return (
    <div className="stack tight">
      {record.refined_question === null ? null : (
        <p>{`${recordTexts.refined}: ${record.refined_question}`}</p>
      )}
      <Proposal review={record.review} />
      {citations.length === 0 && !isEdited(record) ? (
        <p className="quiet">{isGone(record) ? recordTexts.foundGone : recordTexts.foundNothing}</p>
      ) : null}
      {citations.map((citation) => (
        <div key={`${citation.document_id} ${citation.start}`}>
          <span className="small quiet">{citation.title || citation.source}</span>
          <blockquote>
            <MarkdownText text={citation.quote ?? askTexts.redacted} />
          </blockquote>
        </div>
      ))}
      {record.searches.length === 0 ? null : (
        <p className="small quiet">
          {`${recordTexts.searches}: ${record.searches.map(({ query, passages }) => recordTexts.search(query, passages)).join('; ')}`}
        </p>
      )}
      <UsedPacks packs={record.pack_versions} />
    </div>
  );
}

function Checked({ record }: { readonly record: AuditRecord }) {
  const results = record.response?.guardrails ?? [];
  const ran = results.filter(({ status }) => status === 'ok');
  const failed = ran.filter(({ compliant }) => !compliant);
  return (
    <div className="stack tight">
      {ran.length === 0 ? null : (
        <p>
          {failed.length === 0
            ? recordTexts.passedAll(ran.length)
            : recordTexts.failedSome(failed.length, ran.length)}
        </p>
      )}
      {failed.map((result) => (
        <p key={`${result.guardrail_id} ${result.stage}`} className="warn">
          {`${result.name}: ${result.reasoning}`}
        </p>
      ))}
      {ran.length === results.length ? null : (
        <p className="quiet">{recordTexts.notRun(results.length - ran.length)}</p>
      )}
      {record.review === null ? null : <Reviewed record={record} review={record.review} />}
      <p className="small quiet mono">{`${recordTexts.policy} ${record.policy_version}`}</p>
    </div>
  );
}

interface ReviewedProps {
  readonly record: AuditRecord;
  readonly review: NonNullable<AuditRecord['review']>;
}

/** What a reviewer decided and, if they edited the answer, both texts. */
function Reviewed({ record, review }: ReviewedProps) {
  const callerName = useCallerNames();
  const { outcome, comment, proposed_answer: proposed, decided_by: by } = review;
  const what =
    proposed === null ? (recordTexts.reviewOutcomes[outcome] ?? outcome) : recordTexts.reviewEdited;
  return (
    <>
      <p>
        {`${recordTexts.reviewed}: ${what}`}
        {comment === null ? null : ` (${comment})`}
        {by === null ? null : (
          <>
            {', '}
            {callerName(by)}
          </>
        )}
      </p>
      {proposed === null ? null : (
        <details>
          <summary>{recordTexts.reviewTexts}</summary>
          <Diff before={proposed} after={record.answer} />
        </details>
      )}
    </>
  );
}

function Said({ record }: { readonly record: AuditRecord }) {
  const { response, cost } = record;
  return (
    <div className="stack">
      {isEdited(record) ? <p className="quiet">{recordTexts.saidByPerson}</p> : null}
      <div className="answer-text">
        {record.answer === '' ? (
          <span className="quiet">{isGone(record) ? recordTexts.answerGone : recordTexts.nothingSaid}</span>
        ) : (
          <MarkdownText text={record.answer} />
        )}
      </div>
      {response === null ? null : (
        <FactList
          rows={[
            [
              recordTexts.band,
              <BandBadge key="band" confidence={response.confidence} isOfProposal={isEdited(record)} />,
            ],
            [askTexts.total, formatMs(response.processing.time_ms)],
            [askTexts.tier, tierName(response.processing.model_tier)],
            [
              recordTexts.cost,
              cost.input_tokens + cost.output_tokens === 0
                ? recordTexts.noCost
                : `${cost.currency === noCurrency ? texts.noPrice : `${cost.amount} ${cost.currency}`}, ${cost.input_tokens} + ${cost.output_tokens} tokens`,
            ],
            ...(record.failed_tiers.length === 0
              ? []
              : ([
                  [
                    recordTexts.failedTiers,
                    record.failed_tiers.map(({ model, cause }) => `${model}: ${cause}`).join(', '),
                  ],
                ] as const)),
          ]}
        />
      )}
      <WrittenWords record={record} />
    </div>
  );
}
