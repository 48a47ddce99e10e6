import type { UserEntry } from '@avow/contract/access';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { formatDateTime } from '../../design/format.ts';
import { FormFault, Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { splitList } from '../../design/split-list.ts';
import { Badge } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { notify } from '../../design/toast.tsx';
import { accountTexts } from '../../texts/account.ts';
import { peopleTexts } from '../../texts/people.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { offeredRoles } from './offered-roles.ts';
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
  const offered = offeredRoles(useMay());
  const update = useChange('updateUser');
  const createLink = useChange('createUserLink');
  const endSessions = useChange('endUserSessions');
  return (
    <>
      <FormFault error={update.error ?? createLink.error ?? endSessions.error} />
      <Table
        columns={[
          peopleTexts.name,
          peopleTexts.role,
          peopleTexts.groups,
          peopleTexts.status,
          peopleTexts.lastSignIn,
          { title: peopleTexts.newLink, isUnseen: true },
        ]}
      >
        {users.map((user) => (
          <UserRow
            key={user.user_id}
            user={user}
            offered={offered}
            onUpdate={(body) => update.mutate({ params: { user_id: user.user_id }, body })}
            actions={
              <UserActions
                user={user}
                onLink={() =>
                  createLink.mutate(
                    { params: { user_id: user.user_id } },
                    { onSuccess: ({ url }) => onLink(url) },
                  )
                }
                onEnd={() =>
                  endSessions.mutate(
                    { params: { user_id: user.user_id } },
                    { onSuccess: () => notify(peopleTexts.sessionsEnded) },
                  )
                }
                onUpdate={(body) => update.mutate({ params: { user_id: user.user_id }, body })}
                onRemove={() => onRemove(user)}
              />
            }
          />
        ))}
      </Table>
    </>
  );
}

interface UserRowProps {
  readonly user: UserEntry;
  readonly offered: readonly string[];
  readonly actions: ReactNode;
  readonly onUpdate: (change: object) => void;
}

/** Somebody who may do more than oneself is shown, and nothing about them can be changed. */
function UserRow({ user, offered, actions, onUpdate }: UserRowProps) {
  const isActive = user.status === 'active';
  const mayChange = offered.includes(user.role);
  return (
    <tr>
      <td className="wide">
        <span className="strong">{user.name}</span>
        <span className="small quiet">{user.email}</span>
      </td>
      <td>
        {mayChange ? (
          <select
            className="input narrow"
            aria-label={`${peopleTexts.role} ${user.name}`}
            value={user.role}
            onChange={(event) => onUpdate({ role: event.target.value })}
          >
            {offered.map((role) => (
              <option key={role} value={role}>
                {accountTexts.roles[role] ?? role}
              </option>
            ))}
          </select>
        ) : (
          (accountTexts.roles[user.role] ?? user.role)
        )}
      </td>
      <td data-label={peopleTexts.groups}>
        {mayChange ? (
          <UserGroups key={user.groups.join()} user={user} onChange={(groups) => onUpdate({ groups })} />
        ) : (
          user.groups.join(', ')
        )}
      </td>
      <td>
        <Badge tone={isActive ? 'good' : 'quiet'}>
          {isActive ? peopleTexts.active : peopleTexts.disabled}
        </Badge>
      </td>
      <td className="nums">
        {user.last_sign_in_at === null ? peopleTexts.never : formatDateTime(user.last_sign_in_at)}
      </td>
      <td>{mayChange ? actions : null}</td>
    </tr>
  );
}

interface ActionsProps {
  readonly user: UserEntry;
  readonly onLink: () => void;
  readonly onEnd: () => void;
  readonly onUpdate: (change: object) => void;
  readonly onRemove: () => void;
}

function UserActions({ user, onLink, onEnd, onUpdate, onRemove }: ActionsProps) {
  const isActive = user.status === 'active';
  const named = (action: string) => `${action}: ${user.name}`;
  const toggle = isActive ? peopleTexts.disable : peopleTexts.enable;
  return (
    <span className="row">
      <Button look="small" aria-label={named(peopleTexts.newLink)} onPress={onLink}>
        {peopleTexts.newLink}
      </Button>
      <Button look="small" aria-label={named(peopleTexts.endSessions)} onPress={onEnd}>
        {peopleTexts.endSessions}
      </Button>
      <Button
        look="small"
        aria-label={named(toggle)}
        onPress={() => onUpdate({ status: isActive ? 'disabled' : 'active' })}
      >
        {toggle}
      </Button>
      <Button look={['small', 'danger']} aria-label={named(peopleTexts.remove)} onPress={onRemove}>
        {peopleTexts.remove}
      </Button>
    </span>
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
