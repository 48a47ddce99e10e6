import { useMay } from '../../api/session.ts';
import { useList } from '../../api/use-call.ts';
import { Notice } from '../../design/surface.tsx';
import { modelTexts } from '../../texts/models.ts';

const listedMax = 100;

/** Who can set the models, for somebody who cannot: people by name, or those who run the service. */
export function AskOperator() {
  const mayList = useMay()('keys:manage');
  const users = useList('listUsers', { query: { limit: listedMax } }, { enabled: mayList });
  const operators = (users.data ?? []).filter(({ role }) => role === 'operator');
  return (
    <div className="stack">
      <Notice tone="info">
        <p>{modelTexts.notOperator}</p>
        {operators.length === 0 ? (
          <p>{mayList ? modelTexts.noOperatorHere : modelTexts.askOwner}</p>
        ) : (
          <>
            <p>{modelTexts.operatorsHere}</p>
            <ul className="plain-list">
              {operators.map(({ user_id: id, name, email }) => (
                <li key={id}>
                  <span className="strong">{name}</span> <a href={`mailto:${email}`}>{email}</a>
                </li>
              ))}
            </ul>
          </>
        )}
      </Notice>
      {mayList && operators.length === 0 ? (
        <details>
          <summary>{modelTexts.forTheMachine}</summary>
          <p className="small quiet">{modelTexts.notOperatorHint}</p>
          <pre className="code wraps">{modelTexts.operatorCommand}</pre>
        </details>
      ) : null}
    </div>
  );
}
