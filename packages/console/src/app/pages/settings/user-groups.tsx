import type { UserEntry } from '@avow/contract/access';
import { useState } from 'react';
import { splitList } from '../../design/split-list.ts';
import { Badge } from '../../design/surface.tsx';
import { peopleTexts } from '../../texts/people.ts';

interface Props {
  readonly user: UserEntry;
  readonly onChange: (groups: string[]) => void;
}

/** The groups whose answers and records a person may see. They are changed when the field is left. */
export function UserGroups({ user, onChange }: Props) {
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
