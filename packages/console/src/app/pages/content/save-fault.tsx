import { useState } from 'react';
import type { CallError } from '../../api/call.ts';
import { isRevisedSince } from '../../api/use-revised.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Diff } from '../../design/diff.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { Notice } from '../../design/surface.tsx';
import { contentTexts } from '../../texts/content.ts';
import { texts } from '../../texts.ts';
import type { TextForm } from './edited-form.ts';
import type { Edited } from './use-edited.ts';

const t = contentTexts.meanwhile;

interface Props<Entry, Form extends TextForm<Form>> {
  readonly error: CallError | null;
  readonly edited: Edited<Entry, Form>;
  readonly names: Readonly<Record<keyof Form, string>>;
  /** Called when the person has decided what to go on with. */
  readonly onDecided: () => void;
}

/** Why something could not be saved; if somebody else has saved it meanwhile, with a way to see that and to go on. */
export function SaveFault<Entry, Form extends TextForm<Form>>(props: Props<Entry, Form>) {
  const { error, edited, names, onDecided } = props;
  const [isOpen, setOpen] = useState(false);
  if (!isRevisedSince(error)) return <FormFault error={error} />;
  const goOn = (withTyped: boolean) => {
    edited.goOn({ withTyped });
    setOpen(false);
    onDecided();
  };
  return (
    <>
      <Notice tone="bad" actions={<Button onPress={() => setOpen(true)}>{t.see}</Button>}>
        {t.notice}
      </Notice>
      <Dialog
        title={t.see}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isWide
        actions={
          <>
            <Button onPress={() => setOpen(false)}>{texts.actions.cancel}</Button>
            <Button look="danger" onPress={() => goOn(false)}>
              {t.take}
            </Button>
            <Button look="primary" onPress={() => goOn(true)}>
              {t.keep}
            </Button>
          </>
        }
      >
        <Differences edited={edited} names={names} />
      </Dialog>
    </>
  );
}

function Differences<Entry, Form extends TextForm<Form>>({
  edited,
  names,
}: Pick<Props<Entry, Form>, 'edited' | 'names'>) {
  const { form, stored } = edited;
  const { conflicts, others } = edited.compare();
  return (
    <div className="stack">
      {conflicts.length === 0 ? <p>{t.same}</p> : <p>{t.hint}</p>}
      {conflicts.map((field) => (
        <section key={field} className="stack tight">
          <h3>{names[field]}</h3>
          <Diff before={stored[field]} after={form[field]} />
        </section>
      ))}
      {others.length === 0 ? null : <p>{t.others(others.map((field) => names[field]))}</p>}
      <p className="quiet small">{t.keepHint}</p>
    </div>
  );
}
