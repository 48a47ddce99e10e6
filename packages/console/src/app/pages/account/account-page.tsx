import type { MeEntry } from '@avow/contract/access';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { startSession, useSession } from '../../api/session.ts';
import { signOutOfConsole } from '../../api/sign-out.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { formatAgo } from '../../design/format.ts';
import { FormFault, faultOf, Loaded } from '../../design/loaded.tsx';
import { Badge, Card, FactList, Notice } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { notify } from '../../design/toast.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { accountTexts } from '../../texts/account.ts';
import { PasskeysCard } from './passkeys-card.tsx';

/** Who is signed in, with what, and where else. */
export function AccountPage() {
  const session = useSession();
  if (session.kind !== 'in') return null;
  const { me } = session;
  const canComeBack = me.user.has_password || me.user.passkeys > 0 || me.user.provider;
  return (
    <PageLayout
      title={accountTexts.title}
      actions={<Button onPress={() => void signOutOfConsole()}>{accountTexts.signOut}</Button>}
    >
      {canComeBack ? null : <Notice tone="info">{accountTexts.welcome}</Notice>}
      <FactList
        rows={[
          [
            accountTexts.title,
            accountTexts.signedInAs(me.user.name, accountTexts.roles[me.user.role] ?? me.user.role),
          ],
          [accountTexts.address, me.user.email],
        ]}
      />
      <div className="columns even">
        <PasswordCard me={me} />
        <PasskeysCard />
      </div>
      <Sessions />
    </PageLayout>
  );
}

function PasswordCard({ me }: { readonly me: MeEntry }) {
  const [password, setPassword] = useState('');
  const [current, setCurrent] = useState('');
  const set = useChange('setPassword');
  const needsCurrent = me.user.has_password && me.session.method === 'password';
  const submit = () =>
    set.mutate(
      { body: { password, ...(needsCurrent ? { current_password: current } : {}) } },
      {
        onSuccess: () => {
          notify(accountTexts.saved);
          setPassword('');
          setCurrent('');
          call('getMe').then(startSession, () => undefined);
        },
      },
    );
  return (
    <Card title={accountTexts.password}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {needsCurrent ? (
          <TextField
            label={accountTexts.currentPassword}
            type="password"
            autoComplete="current-password"
            value={current}
            onChange={setCurrent}
            isRequired
          />
        ) : null}
        <TextField
          label={accountTexts.newPassword}
          hint={accountTexts.newPasswordHint}
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          isRequired
          fault={faultOf(set.error, '/password')}
        />
        {set.error?.code === 'recent_sign_in_required' ? (
          <Notice tone="bad">{accountTexts.recent}</Notice>
        ) : (
          <FormFault error={set.error} />
        )}
        <div>
          <Button type="submit" look="primary" isBusy={set.isPending}>
            {accountTexts.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Sessions() {
  const sessions = useCall('listMySessions');
  const end = useChange('endMySession');
  const endOthers = useChange('endMyOtherSessions');
  return (
    <Card
      title={accountTexts.sessions}
      actions={
        <Button look="small" onPress={() => endOthers.mutate({})} isBusy={endOthers.isPending}>
          {accountTexts.endOthers}
        </Button>
      }
      isFlush
    >
      <Loaded reading={sessions}>
        {({ data }) => (
          <Table
            columns={[
              accountTexts.device,
              accountTexts.address,
              accountTexts.method,
              accountTexts.lastUsed,
              { title: accountTexts.end, isUnseen: true },
            ]}
          >
            {data.map((session) => (
              <tr key={session.session_id}>
                <td className="wide">
                  <span>{session.user_agent}</span>
                </td>
                <td className="mono">{session.address}</td>
                <td className="nums">{accountTexts.methods[session.method] ?? session.method}</td>
                <td className="nums">{formatAgo(session.last_used_at)}</td>
                <td>
                  {session.current ? (
                    <Badge tone="good">{accountTexts.thisOne}</Badge>
                  ) : (
                    <Button
                      look="small"
                      onPress={() => end.mutate({ params: { session_id: session.session_id } })}
                    >
                      {accountTexts.end}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
    </Card>
  );
}
