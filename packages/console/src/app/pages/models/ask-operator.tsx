import type { MeEntry } from '@avow/contract/access';
import { useMay, useSession } from '../../api/session.ts';
import { useList } from '../../api/use-call.ts';
import { CopyButton } from '../../design/copy.tsx';
import { Notice } from '../../design/surface.tsx';
import { modelTexts } from '../../texts/models.ts';

const listedMax = 100;

/** Who can set the models, for somebody who cannot: people by name, or those who run the service. */
export function AskOperator() {
  const mayList = useMay()('keys:manage');
  const session = useSession();
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
      {mayList && users.data !== undefined && operators.length === 0 && session.kind === 'in' ? (
        <BecomeOperator me={session.me} />
      ) : null}
    </div>
  );
}

/** Only the first start of an installation gives somebody such an address: they are on its machine. */
const firstStartDomain = 'localhost';

function BecomeOperator({ me: { user, tenant } }: { readonly me: MeEntry }) {
  const { create, open, set } = modelTexts.operatorSteps;
  const [, domain = firstStartDomain] = user.email.split('@');
  const command = modelTexts.operatorCommand(`operator@${domain}`, tenant.name);
  return (
    <details open={domain === firstStartDomain}>
      <summary>{modelTexts.forTheMachine}</summary>
      <ol className="stack tight">
        <li>
          <p>{create}</p>
          <div className="row">
            <pre className="code wraps grow">{command}</pre>
            <CopyButton text={command} label={modelTexts.copyCommand} />
          </div>
        </li>
        <li>{open}</li>
        <li>{set}</li>
      </ol>
      <p className="small quiet">{modelTexts.operatorApart}</p>
    </details>
  );
}
