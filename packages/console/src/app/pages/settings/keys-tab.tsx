import type { ApiKeyEntry } from '@avow/contract/access';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Checkbox, TextField } from '../../design/field.tsx';
import { formatDateTime } from '../../design/format.ts';
import { FormFault, faultOf, LoadedList } from '../../design/loaded.tsx';
import { Badge, Empty } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { permissionName } from '../../texts/permissions.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { originFault } from './origin-fault.ts';
import { readOrigins } from './read-origins.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { VisitorPacks } from './visitor-packs.tsx';

const usualScopes = ['query:write', 'messages:read', 'audit:read'];

/** The keys of programs. */
export function KeysTab() {
  const [isNew, setNew] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [asked, setAsked] = useState<{
    readonly what: 'rotate' | 'revoke';
    readonly key: ApiKeyEntry;
  } | null>(null);
  const keys = useList('listApiKeys', { query: { limit: 50 } });
  const rotate = useChange('rotateApiKey');
  const revoke = useChange('revokeApiKey');
  const close = () => setAsked(null);
  const params = { key_id: asked?.key.key_id ?? '' };
  return (
    <div className="stack">
      <div>
        <Button look="primary" onPress={() => setNew(true)}>
          {peopleTexts.newKey}
        </Button>
      </div>
      <LoadedList
        list={keys}
        empty={
          <Empty title={peopleTexts.noKeys}>
            <p>{peopleTexts.noKeysHint}</p>
          </Empty>
        }
      >
        {(found) => <KeyTable keys={found} onAsk={(what, key) => setAsked({ what, key })} />}
      </LoadedList>
      <NewKey isOpen={isNew} onClose={() => setNew(false)} onKey={setSecret} />
      <SecretDialog
        title={peopleTexts.keyTitle}
        hint={peopleTexts.keyHint}
        secret={secret}
        onClose={() => setSecret(null)}
      />
      <Confirm
        title={peopleTexts.revokeTitle}
        isOpen={asked?.what === 'revoke'}
        onClose={close}
        onConfirm={() => revoke.mutate({ params }, { onSuccess: close })}
        action={peopleTexts.revoke}
        isDanger
        isBusy={revoke.isPending}
        error={revoke.error}
      >
        <p className="strong">{asked?.key.name}</p>
        <p>{peopleTexts.revokeHint}</p>
      </Confirm>
      <Confirm
        title={peopleTexts.rotateTitle}
        isOpen={asked?.what === 'rotate'}
        onClose={close}
        onConfirm={() =>
          rotate.mutate(
            { params, body: {} },
            {
              onSuccess: ({ key }) => {
                close();
                setSecret(key);
              },
            },
          )
        }
        action={peopleTexts.rotate}
        isBusy={rotate.isPending}
        error={rotate.error}
      >
        <p className="strong">{asked?.key.name}</p>
        <p>{peopleTexts.rotateHint}</p>
      </Confirm>
    </div>
  );
}

interface TableProps {
  readonly keys: readonly ApiKeyEntry[];
  readonly onAsk: (what: 'rotate' | 'revoke', key: ApiKeyEntry) => void;
}

function KeyTable({ keys, onAsk }: TableProps) {
  return (
    <Table
      columns={[
        peopleTexts.name,
        peopleTexts.scopes,
        peopleTexts.status,
        peopleTexts.expires,
        { title: peopleTexts.revoke, isUnseen: true },
      ]}
    >
      {keys.map((key) => (
        <tr key={key.key_id}>
          <td>
            <span className="row">
              <span className="strong">{key.name}</span>
              <CopyButton text={key.key_id} label={peopleTexts.copyId(key.name)} />
            </span>
          </td>
          <td className="small wide">
            {key.scopes.map(permissionName).join(', ')}
            {key.origins === null ? null : <span className="quiet">{key.origins.join(', ')}</span>}
          </td>
          <td>
            <Badge tone={key.status === 'active' ? 'good' : 'quiet'}>
              {peopleTexts.keyStatuses[key.status] ?? key.status}
            </Badge>
          </td>
          <td className="nums">{formatDateTime(key.expires_at)}</td>
          <td>
            {key.status === 'active' ? (
              <span className="row">
                <Button
                  look="small"
                  aria-label={`${peopleTexts.rotate} ${key.name}`}
                  onPress={() => onAsk('rotate', key)}
                >
                  {peopleTexts.rotate}
                </Button>
                <Button
                  look={['small', 'danger']}
                  aria-label={`${peopleTexts.revoke} ${key.name}`}
                  onPress={() => onAsk('revoke', key)}
                >
                  {peopleTexts.revoke}
                </Button>
              </span>
            ) : null}
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface NewProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onKey: (key: string) => void;
}

/** Nobody gives a key more than they may do themselves. */
function NewKey({ isOpen, onClose, onKey }: NewProps) {
  const session = useSession();
  const own: readonly string[] = session.kind === 'in' ? session.me.scopes : [];
  const [name, setName] = useState('');
  const [days, setDays] = useState('365');
  const [chosen, setChosen] = useState<readonly string[]>(usualScopes);
  const [isPublishable, setPublishable] = useState(false);
  const [origins, setOrigins] = useState('');
  const [packIds, setPackIds] = useState<readonly string[]>([]);
  const create = useChange('createApiKey');
  const submit = () =>
    create.mutate(
      {
        body: {
          name: name.trim(),
          ...(isPublishable
            ? { origins: readOrigins(origins), content_pack_ids: packIds }
            : { scopes: chosen.filter((scope) => own.includes(scope)) }),
          expires_in_days: Number(days),
        },
      },
      {
        onSuccess: ({ key }) => {
          setName('');
          setOrigins('');
          setPackIds([]);
          onClose();
          onKey(key);
        },
      },
    );
  return (
    <Dialog
      title={peopleTexts.newKey}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      submit={{ label: peopleTexts.newKey, isBusy: create.isPending }}
    >
      <TextField
        label={peopleTexts.keyName}
        value={name}
        onChange={setName}
        isRequired
        fault={faultOf(create.error, '/name')}
      />
      <Checkbox label={peopleTexts.publishable} isSelected={isPublishable} onChange={setPublishable} />
      {isPublishable ? (
        <>
          <TextField
            label={settingsTexts.widgetOrigins}
            hint={settingsTexts.widgetOriginsHint}
            value={origins}
            onChange={setOrigins}
            placeholder="https://www.example.com"
            isRequired
            isMono
            fault={originFault(create.error, origins)}
          />
          <VisitorPacks chosen={packIds} onChoose={setPackIds} />
        </>
      ) : (
        <ScopeChoice own={own} chosen={chosen} onChange={setChosen} />
      )}
      <TextField
        label={peopleTexts.days}
        type="number"
        min={1}
        value={days}
        onChange={setDays}
        fault={faultOf(create.error, '/expires_in_days')}
      />
      <FormFault error={create.error} shown={['/name', '/origins', '/expires_in_days']} />
    </Dialog>
  );
}

interface ScopeProps {
  readonly own: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function ScopeChoice({ own, chosen, onChange }: ScopeProps) {
  return (
    <fieldset className="plain stack tight">
      <legend className="label">{peopleTexts.scopes}</legend>
      {own.map((scope) => (
        <Checkbox
          key={scope}
          label={permissionName(scope)}
          isSelected={chosen.includes(scope)}
          onChange={(isOn) => onChange(isOn ? [...chosen, scope] : chosen.filter((each) => each !== scope))}
        />
      ))}
    </fieldset>
  );
}
