import './widgets.css';
import type { WidgetEntry } from '@avow/contract/widgets';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { TextField } from '../../design/field.tsx';
import { LeaveDialog } from '../../design/leave-dialog.tsx';
import { FormFault, faultOf, Loaded, Loading } from '../../design/loaded.tsx';
import { Card } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { widgetPageTexts } from '../../texts/widgets.ts';
import { texts } from '../../texts.ts';
import { originFault } from '../settings/origin-fault.ts';
import { VisitorPacks } from '../settings/visitor-packs.tsx';
import { EmbedLines } from './embed-lines.tsx';
import { HandoverChoice } from './handover-choice.tsx';
import { LookFields } from './look-fields.tsx';
import {
  bodyOf,
  changedParts,
  changedWidgetFields,
  newWidget,
  settingsOf,
  type WidgetForm,
  widgetFormOf,
} from './widget-form.ts';
import { WordsFields } from './words-fields.tsx';

// With all of the chat.
const WidgetPreview = lazy(async () => ({ default: (await import('./widget-preview.tsx')).WidgetPreview }));

const shownAtFields = [
  ...['/name', '/origins', '/settings/accent_color', '/settings/header_color', '/settings/logo'],
  ...['/settings/privacy_url', '/settings/handover'],
];

/** Designs one widget, with a preview that changes as it is edited. */
export function WidgetPage() {
  const { widgetId = 'new' } = useParams({ strict: false });
  const isNew = widgetId === 'new';
  const widget = useCall('getWidgetById', { params: { widget_id: widgetId } }, { enabled: !isNew });
  if (isNew) return <Designer key="new" saved={null} />;
  return <Loaded reading={widget}>{(found) => <Designer key={found.widget_id} saved={found} />}</Loaded>;
}

function Designer({ saved }: { readonly saved: WidgetEntry | null }) {
  const navigate = useNavigate();
  const before = saved === null ? newWidget : widgetFormOf(saved);
  const [form, setForm] = useState(before);
  const [language, setLanguage] = useState(before.texts[0]?.language ?? '');
  const [isRemoving, setRemoving] = useState(false);
  const isDone = useRef(false);
  const create = useChange('createWidget');
  const update = useChange('updateWidget');
  const error = create.error ?? update.error;
  const set = (change: Partial<WidgetForm>) => setForm({ ...form, ...change });
  const changed = changedParts(form, before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saved !== null) {
      const body = changedWidgetFields(form, saved);
      const done = () => notify(widgetPageTexts.saved);
      if (Object.keys(body).length === 0) return done();
      return update.mutate(
        { params: { widget_id: saved.widget_id }, body },
        {
          onSuccess: (now) => {
            setForm(widgetFormOf(now));
            done();
          },
        },
      );
    }
    create.mutate(
      { body: bodyOf(form) },
      {
        onSuccess: ({ widget_id: widgetId }) => {
          isDone.current = true;
          notify(widgetPageTexts.created);
          void navigate({ to: '/settings/widgets/$widgetId', params: { widgetId }, replace: true });
        },
      },
    );
  };
  return (
    <PageLayout
      title={saved?.name ?? widgetPageTexts.newTitle}
      crumbs={<WidgetCrumbs />}
      actions={
        saved === null ? undefined : (
          <Button look="danger" onPress={() => setRemoving(true)}>
            {widgetPageTexts.remove}
          </Button>
        )
      }
    >
      {saved === null ? null : <EmbedLines widget={saved} />}
      <div className="columns">
        <form className="stack" onSubmit={submit}>
          <Card title={widgetPageTexts.basics}>
            <BasicFields form={form} set={set} error={error} />
          </Card>
          <Card title={widgetPageTexts.words}>
            <WordsFields
              {...{ texts: form.texts, language, onLanguage: setLanguage, error }}
              onChange={(written) => set({ texts: written })}
            />
          </Card>
          <Card title={widgetPageTexts.look}>
            <LookFields look={form.look} onChange={(look) => set({ look })} error={error} />
          </Card>
          <Card title={widgetPageTexts.turnTo}>
            <HandoverChoice value={form.handover} onChange={(handover) => set({ handover })} error={error} />
          </Card>
          <FormFault error={error} shown={shownAtFields} />
          <div>
            <Button look="primary" type="submit" isBusy={create.isPending || update.isPending}>
              {saved === null ? widgetPageTexts.createAndShow : widgetPageTexts.save}
            </Button>
          </div>
        </form>
        <div className="widget-preview">
          <Card title={widgetPageTexts.preview}>
            <Suspense fallback={<Loading />}>
              <WidgetPreview settings={settingsOf(form)} language={language} />
            </Suspense>
          </Card>
        </div>
      </div>
      <LeaveDialog
        changes={changed.map((part) => widgetPageTexts.changes[part] ?? part)}
        mayLeave={() => isDone.current}
      />
      {saved === null ? null : (
        <RemoveWidget
          widget={saved}
          isOpen={isRemoving}
          onClose={() => setRemoving(false)}
          onRemoved={() => {
            isDone.current = true;
          }}
        />
      )}
    </PageLayout>
  );
}

function WidgetCrumbs() {
  return (
    <>
      <Link to="/settings" search={{ tab: 'widget' }}>
        {settingsTexts.tabs.widget}
      </Link>
      <span aria-hidden="true">{texts.crumb}</span>
    </>
  );
}

interface BasicProps {
  readonly form: WidgetForm;
  readonly set: (change: Partial<WidgetForm>) => void;
  readonly error: Parameters<typeof originFault>[0];
}

function BasicFields({ form, set, error }: BasicProps) {
  return (
    <div className="stack">
      <TextField
        label={widgetPageTexts.name}
        hint={widgetPageTexts.nameHint}
        value={form.name}
        onChange={(name) => set({ name })}
        isRequired
        fault={faultOf(error, '/name')}
      />
      <TextField
        label={settingsTexts.widgetOrigins}
        hint={settingsTexts.widgetOriginsHint}
        value={form.origins}
        onChange={(origins) => set({ origins })}
        placeholder="https://www.example.com"
        isRequired
        isMono
        fault={originFault(error, form.origins)}
      />
      <VisitorPacks chosen={form.packIds} onChoose={(packIds) => set({ packIds })} />
    </div>
  );
}

interface RemoveProps {
  readonly widget: WidgetEntry;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function RemoveWidget({ widget, isOpen, onClose, onRemoved }: RemoveProps) {
  const navigate = useNavigate();
  const remove = useChange('deleteWidget');
  const confirm = () =>
    remove.mutate(
      { params: { widget_id: widget.widget_id } },
      {
        onSuccess: () => {
          onRemoved();
          notify(widgetPageTexts.removed);
          void navigate({ to: '/settings', search: { tab: 'widget' } });
        },
      },
    );
  return (
    <Confirm
      title={widgetPageTexts.removeTitle}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={confirm}
      action={widgetPageTexts.remove}
      isDanger
      isBusy={remove.isPending}
      error={remove.error}
    >
      <p className="strong">{widget.name}</p>
      <p>{widgetPageTexts.removeHint}</p>
    </Confirm>
  );
}
