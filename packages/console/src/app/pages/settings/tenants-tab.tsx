import type { TenantEntry } from '@avow/contract/access';
import { useState } from 'react';
import { useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { formatDateTime } from '../../design/format.ts';
import { FormFault, faultOf, Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Badge } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { notify } from '../../design/toast.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { tenantTexts } from '../../texts/tenants.ts';
import { SecretDialog } from './secret-dialog.tsx';

/** Every tenant of the installation, for the people who run it. */
export function TenantsTab() {
  const [isNew, setNew] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const [suspending, setSuspending] = useState<TenantEntry | null>(null);
  const tenants = useList('listTenants');
  const update = useChange('updateTenant');
  const setStatus = ({ tenant_id, name }: TenantEntry, status: 'active' | 'suspended') =>
    update.mutate(
      { params: { tenant_id }, body: { status } },
      {
        onSuccess: () => {
          setSuspending(null);
          notify(status === 'active' ? tenantTexts.resumed(name) : tenantTexts.suspended(name));
        },
      },
    );
  return (
    <div className="stack">
      <div>
        <Button look="primary" onPress={() => setNew(true)}>
          {tenantTexts.create}
        </Button>
      </div>
      <Loaded reading={tenants}>
        {(found) => (
          <>
            <Table
              columns={[
                tenantTexts.name,
                tenantTexts.status,
                tenantTexts.created,
                { title: tenantTexts.actions, isUnseen: true },
              ]}
            >
              {found.map((tenant) => (
                <TenantRow
                  key={tenant.tenant_id}
                  tenant={tenant}
                  onSuspend={() => setSuspending(tenant)}
                  onResume={() => setStatus(tenant, 'active')}
                />
              ))}
            </Table>
            <More list={tenants} />
          </>
        )}
      </Loaded>
      <NewTenant isOpen={isNew} onClose={() => setNew(false)} onLink={setLink} />
      <SecretDialog
        title={peopleTexts.linkTitle}
        hint={peopleTexts.linkHint}
        secret={link}
        onClose={() => setLink(null)}
      />
      <Confirm
        title={tenantTexts.suspendTitle(suspending?.name ?? '')}
        isOpen={suspending !== null}
        onClose={() => setSuspending(null)}
        onConfirm={() => (suspending === null ? undefined : setStatus(suspending, 'suspended'))}
        action={tenantTexts.suspend}
        isDanger
        isBusy={update.isPending}
        error={update.error}
      >
        <p>{tenantTexts.suspendHint}</p>
      </Confirm>
    </div>
  );
}

interface RowProps {
  readonly tenant: TenantEntry;
  readonly onSuspend: () => void;
  readonly onResume: () => void;
}

function TenantRow({ tenant, onSuspend, onResume }: RowProps) {
  const isActive = tenant.status === 'active';
  return (
    <tr>
      <td className="wide">
        <span className="row">
          <span className="strong">{tenant.name}</span>
          <CopyButton text={tenant.tenant_id} label={peopleTexts.copyId(tenant.name)} />
        </span>
      </td>
      <td>
        <Badge tone={isActive ? 'good' : 'bad'}>{tenantTexts.statuses[tenant.status] ?? tenant.status}</Badge>
      </td>
      <td className="nums">{formatDateTime(tenant.created_at)}</td>
      <td>
        {isActive ? (
          <Button
            look={['small', 'danger']}
            aria-label={`${tenantTexts.suspend} ${tenant.name}`}
            onPress={onSuspend}
          >
            {tenantTexts.suspend}
          </Button>
        ) : (
          <Button look="small" aria-label={`${tenantTexts.resume} ${tenant.name}`} onPress={onResume}>
            {tenantTexts.resume}
          </Button>
        )}
      </td>
    </tr>
  );
}

interface NewProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onLink: (url: string) => void;
}

function NewTenant({ isOpen, onClose, onLink }: NewProps) {
  const [name, setName] = useState('');
  const [ownerName, setOwnerName] = useState('');
  const [email, setEmail] = useState('');
  const create = useChange('createTenant');
  const submit = () => {
    const owner = email.trim() === '' ? {} : { owner: { email: email.trim(), name: ownerName.trim() } };
    create.mutate(
      { body: { name: name.trim(), ...owner } },
      {
        onSuccess: (made) => {
          for (const reset of [setName, setOwnerName, setEmail]) reset('');
          onClose();
          if (made.owner !== null) onLink(made.owner.link.url);
        },
      },
    );
  };
  return (
    <Dialog
      title={tenantTexts.create}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      submit={{ label: tenantTexts.create, isBusy: create.isPending }}
    >
      <TextField
        label={tenantTexts.name}
        hint={tenantTexts.nameHint}
        value={name}
        onChange={setName}
        isRequired
        fault={faultOf(create.error, '/name')}
      />
      <TextField
        label={tenantTexts.ownerName}
        value={ownerName}
        onChange={setOwnerName}
        fault={faultOf(create.error, '/owner/name')}
      />
      <TextField
        label={tenantTexts.ownerEmail}
        hint={tenantTexts.ownerHint}
        type="email"
        value={email}
        onChange={setEmail}
        fault={faultOf(create.error, '/owner/email')}
      />
      <FormFault error={create.error} />
    </Dialog>
  );
}
