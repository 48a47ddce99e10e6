import type { DraftChangeEntry, DraftChangeSummary } from '@avow/contract/content';
import { useState } from 'react';
import { useCall, useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Diff } from '../../design/diff.tsx';
import { Icon } from '../../design/icon.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Badge, Empty, type Tone } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { contentTexts } from '../../texts/content.ts';

const t = contentTexts.changes;
const tones: Readonly<Record<string, Tone>> = { added: 'good', changed: 'info', removed: 'bad' };

/** How the draft differs from what is served, item by item. */
export function ChangesTab({ packId }: { readonly packId: string }) {
  const [open, setOpen] = useState<string | null>(null);
  const [discarding, setDiscarding] = useState<DraftChangeSummary | 'all' | null>(null);
  const changes = useList('listDraftChanges', { params: { pack_id: packId } });
  return (
    <Loaded reading={changes}>
      {(found) => {
        const [first] = found;
        if (first === undefined)
          return (
            <Empty title={t.none}>
              <p>{t.noneHint}</p>
            </Empty>
          );
        return (
          <div className="stack">
            <div className="row between wrap">
              <h2>{first.version === null ? t.titleFirst : t.title(first.version)}</h2>
              <Button look="danger" onPress={() => setDiscarding('all')}>
                {t.discardAll}
              </Button>
            </div>
            <ul className="changes">
              {found.map((change) => (
                <ChangeRow
                  key={change.id}
                  packId={packId}
                  change={change}
                  isOpen={open === change.id}
                  onToggle={() => setOpen(open === change.id ? null : change.id)}
                  onDiscard={() => setDiscarding(change)}
                />
              ))}
            </ul>
            <More list={changes} />
            <DiscardDialog packId={packId} what={discarding} onClose={() => setDiscarding(null)} />
          </div>
        );
      }}
    </Loaded>
  );
}

interface RowProps {
  readonly packId: string;
  readonly change: DraftChangeSummary;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onDiscard: () => void;
}

function ChangeRow({ packId, change, isOpen, onToggle, onDiscard }: RowProps) {
  const name = change.title || change.source;
  return (
    <li>
      <div className="row">
        <Button look={['plain', 'icon']} aria-label={t.show(name)} aria-expanded={isOpen} onPress={onToggle}>
          <Icon name="right" />
        </Button>
        <Badge tone={tones[change.change] ?? 'quiet'}>{t.kinds[change.change] ?? change.change}</Badge>
        <div className="grow">
          <div className="strong clip">{name}</div>
          <div className="small quiet clip">
            {[t.items[change.kind] ?? change.kind, change.source].filter((each) => each !== '').join(' · ')}
          </div>
        </div>
        <Button look="small" aria-label={t.discardOne(name)} onPress={onDiscard}>
          {t.discard}
        </Button>
      </div>
      {isOpen ? <ChangeView packId={packId} id={change.id} /> : null}
    </li>
  );
}

interface DiscardProps {
  readonly packId: string;
  /** Null: nothing is asked. */
  readonly what: DraftChangeSummary | 'all' | null;
  readonly onClose: () => void;
}

function DiscardDialog({ packId, what, onClose }: DiscardProps) {
  const discard = useChange('discardDraftChanges');
  const confirm = () =>
    discard.mutate(
      {
        params: { pack_id: packId },
        body: what === null || what === 'all' ? {} : { item_ids: [what.id] },
      },
      {
        onSuccess: ({ discarded }) => {
          notify(t.discarded(discarded));
          onClose();
        },
      },
    );
  return (
    <Confirm
      title={what === null || what === 'all' ? t.discardAllTitle : t.discardTitle(what.title || what.source)}
      isOpen={what !== null}
      onClose={onClose}
      onConfirm={confirm}
      action={t.discard}
      isDanger
      isBusy={discard.isPending}
      error={discard.error}
    >
      <p>{t.discardHint}</p>
    </Confirm>
  );
}

function ChangeView({ packId, id }: { readonly packId: string; readonly id: string }) {
  const change = useCall('getDraftChange', { params: { pack_id: packId, item_id: id } });
  return (
    <Loaded reading={change}>
      {(found) => (
        <div className="stack change">
          {differencesOf(found).map(({ name, before, after }) => (
            <section key={name} className="stack tight">
              <h3>{name}</h3>
              <Diff before={before} after={after} />
            </section>
          ))}
        </div>
      )}
    </Loaded>
  );
}

/** The fields in which the sides differ, as texts, in the order in which people read them. */
function differencesOf({ document, qna }: DraftChangeEntry) {
  const { before, after } = document ?? qna ?? { before: null, after: null };
  const textOf = (side: object | null, field: string): string => {
    const value = (side as Record<string, unknown> | null)?.[field] ?? '';
    return Array.isArray(value) ? value.join('\n') : String(value);
  };
  return Object.entries(t.fields)
    .map(([field, name]) => ({ name, before: textOf(before, field), after: textOf(after, field) }))
    .filter((each) => each.before !== each.after);
}
