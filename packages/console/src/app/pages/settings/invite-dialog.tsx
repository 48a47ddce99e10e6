import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { Dialog } from '../../design/dialog.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { splitList } from '../../design/split-list.ts';
import { accountTexts } from '../../texts/account.ts';
import { peopleTexts } from '../../texts/people.ts';
import { offeredRoles } from './offered-roles.ts';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onLink: (url: string) => void;
}

export function InviteDialog({ isOpen, onClose, onLink }: Props) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const offered = offeredRoles(useMay());
  const [role, setRole] = useState<string>(offered.includes('editor') ? 'editor' : (offered[0] ?? ''));
  const [groups, setGroups] = useState('');
  const create = useChange('createUser');
  const submit = () =>
    create.mutate(
      { body: { name: name.trim(), email: email.trim(), role, groups: splitList(groups) } },
      {
        onSuccess: ({ link }) => {
          setName('');
          setEmail('');
          onClose();
          onLink(link.url);
        },
      },
    );
  return (
    <Dialog
      title={peopleTexts.invite}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      submit={{ label: peopleTexts.invite, isBusy: create.isPending }}
    >
      <TextField
        label={peopleTexts.name}
        value={name}
        onChange={setName}
        isRequired
        fault={faultOf(create.error, '/name')}
      />
      <TextField
        label={peopleTexts.email}
        type="email"
        value={email}
        onChange={setEmail}
        isRequired
        fault={faultOf(create.error, '/email')}
      />
      <SelectField
        label={peopleTexts.role}
        hint={peopleTexts.roleHints[role]}
        value={role}
        onChange={setRole}
        options={offered.map((each) => ({ value: each, label: accountTexts.roles[each] ?? each }))}
      />
      <TextField
        label={peopleTexts.groups}
        hint={peopleTexts.groupsHint}
        value={groups}
        onChange={setGroups}
      />
      <FormFault error={create.error} />
    </Dialog>
  );
}
