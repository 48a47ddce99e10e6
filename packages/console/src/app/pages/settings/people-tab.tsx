import type { UserEntry } from '@avow/contract';
import { useState } from 'react';
import { useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { formatDateTime } from '../../design/format.ts';
import { FormFault, Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { splitList } from '../../design/split-list.ts';
import { Badge } from '../../design/surface.tsx';
import { TableFrame } from '../../design/table-frame.tsx';
import { notify } from '../../design/toast.tsx';
import { accountTexts } from '../../texts/account.ts';
import { peopleTexts } from '../../texts/people.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** Who may use this tenant, and with which role. */
export function PeopleTab() {
  const [isNew, setNew] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const [removing, setRemoving] = useState<UserEntry | null>(null);
  const users = useList('listUsers', { query: { limit: 50 } });
  const remove = useChange('deleteUser');
  return (
    <div className="stack">
      <div>
        <Button look="primary" onPress={() => setNew(true)}>
          {peopleTexts.invite}
        </Button>
      </div>
      <Loaded reading={users}>
        {(found) => <UserTable users={found} onLink={setLink} onRemove={setRemoving} />}
      </Loaded>
      <More list={users} />
      <InviteDialog isOpen={isNew} onClose={() => setNew(false)} onLink={setLink} />
      <SecretDialog
        title={peopleTexts.linkTitle}
        hint={peopleTexts.linkHint}
        secret={link}
        onClose={() => setLink(null)}
      />
      <Confirm
        title={peopleTexts.removeTitle}
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() =>
          remove.mutate(
            { params: { user_id: removing?.user_id ?? '' } },
            { onSuccess: () => setRemoving(null) },
          )
        }
        action={peopleTexts.remove}
        isDanger
        isBusy={remove.isPending}
        error={remove.error}
      >
        <p className="strong">{removing?.name}</p>
        <p>{peopleTexts.removeHint}</p>
      </Confirm>
    </div>
  );
}

interface TableProps {
  readonly users: readonly UserEntry[];
  readonly onLink: (url: string) => void;
  readonly onRemove: (user: UserEntry) => void;
}

function UserTable({ users, onLink, onRemove }: TableProps) {
  const update = useChange('updateUser');
  const createLink = useChange('createUserLink');
  const endSessions = useChange('endUserSessions');
  return (
    <>
      <FormFault error={update.error ?? createLink.error ?? endSessions.error} />
      <TableFrame>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{peopleTexts.name}</th>
              <th scope="col">{peopleTexts.role}</th>
              <th scope="col">{peopleTexts.groups}</th>
              <th scope="col">{peopleTexts.status}</th>
              <th scope="col">{peopleTexts.lastSignIn}</th>
              <th scope="col">
                <span className="sr-only">{peopleTexts.newLink}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {users.map((user) => {
              const params = { user_id: user.user_id };
              const isActive = user.status === 'active';
              return (
                <tr key={user.user_id}>
                  <td className="wide">
                    <span className="strong">{user.name}</span>
                    <span className="small quiet">{user.email}</span>
                  </td>
                  <td>
                    <select
                      className="input narrow"
                      aria-label={`${peopleTexts.role} ${user.name}`}
                      value={user.role}
                      onChange={(event) => update.mutate({ params, body: { role: event.target.value } })}
                    >
                      {Object.entries(accountTexts.roles).map(([value, label]) => (
                        <option key={value} value={value}>
                          {label}
                        </option>
                      ))}
                    </select>
                  </td>
                  <td>
                    <UserGroups
                      key={user.groups.join()}
                      user={user}
                      onChange={(groups) => update.mutate({ params, body: { groups } })}
                    />
                  </td>
                  <td>
                    <Badge tone={isActive ? 'good' : 'quiet'}>
                      {isActive ? peopleTexts.active : peopleTexts.disabled}
                    </Badge>
                  </td>
                  <td className="nums">
                    {user.last_sign_in_at === null ? peopleTexts.never : formatDateTime(user.last_sign_in_at)}
                  </td>
                  <td>
                    <span className="row">
                      <Button
                        look="small"
                        onPress={() => createLink.mutate({ params }, { onSuccess: ({ url }) => onLink(url) })}
                      >
                        {peopleTexts.newLink}
                      </Button>
                      <Button
                        look="small"
                        onPress={() =>
                          endSessions.mutate(
                            { params },
                            { onSuccess: () => notify(peopleTexts.sessionsEnded) },
                          )
                        }
                      >
                        {peopleTexts.endSessions}
                      </Button>
                      <Button
                        look="small"
                        onPress={() =>
                          update.mutate({ params, body: { status: isActive ? 'disabled' : 'active' } })
                        }
                      >
                        {isActive ? peopleTexts.disable : peopleTexts.enable}
                      </Button>
                      <Button look={['small', 'danger']} onPress={() => onRemove(user)}>
                        {peopleTexts.remove}
                      </Button>
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableFrame>
    </>
  );
}

interface Props {
  readonly user: UserEntry;
  readonly onChange: (groups: string[]) => void;
}

/** The groups whose answers and records a person may see. They are changed when the field is left. */
function UserGroups({ user, onChange }: Props) {
  const [text, setText] = useState(user.groups.join(', '));
  const change = () => {
    const groups = splitList(text);
    if (groups.join() !== user.groups.join()) onChange(groups);
  };
  return (
    <span className="row">
      <input
        className="input narrow"
        aria-label={`${peopleTexts.groups} ${user.name}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={change}
      />
      {user.all_groups ? <Badge tone="quiet">{peopleTexts.allGroups}</Badge> : null}
    </span>
  );
}
