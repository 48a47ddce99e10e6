import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { Card, Notice } from '../../design/surface.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { sourceTexts } from '../../texts/sources.ts';
import { ContentCrumbs } from '../content/content-crumbs.tsx';
import { ScheduleFields, toScheduleBody, usualSchedule } from './schedule-fields.tsx';
import { SourceFields } from './source-fields.tsx';
import { type FormValues, formOf, readConnection, toCredentials } from './source-form.ts';

/** Adds a source by a form for its kind. Its first sync starts at once. */
export function NewSourcePage() {
  const { packId = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [kind, setKind] = useState('website');
  const [values, setValues] = useState<FormValues>({});
  const [schedule, setSchedule] = useState(usualSchedule);
  const [wrong, setWrong] = useState<string | null>(null);
  const create = useChange('createSource');
  const { settings, credentials } = formOf(kind);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    try {
      const connection = readConnection(kind, values);
      setWrong(null);
      create.mutate(
        {
          params: { pack_id: packId },
          body: {
            ...{ name: name.trim(), connection, credentials: toCredentials(kind, values) },
            ...toScheduleBody(schedule),
          },
        },
        {
          onSuccess: ({ id }) =>
            void navigate({ to: '/content/$packId/sources/$sourceId', params: { packId, sourceId: id } }),
        },
      );
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <PageLayout title={sourceTexts.addTitle} crumbs={<ContentCrumbs packId={packId} tab="sources" />}>
      <p className="quiet">{sourceTexts.addHint}</p>
      <form className="stack" onSubmit={submit}>
        <div className="columns even">
          <Card title={sourceTexts.connection}>
            <div className="stack">
              <SelectField
                label={sourceTexts.kind}
                value={kind}
                onChange={setKind}
                options={Object.entries(sourceTexts.kinds).map(([value, label]) => ({ value, label }))}
              />
              <TextField
                label={sourceTexts.name}
                hint={sourceTexts.nameHint}
                value={name}
                onChange={setName}
                isRequired
                fault={faultOf(create.error, '/name')}
              />
              <SourceFields
                {...{ fields: settings, values, onChange: setValues }}
                pointer="/connection"
                error={create.error}
              />
            </div>
          </Card>
          <div className="stack">
            {credentials.length === 0 ? null : (
              <Card title={sourceTexts.credentials}>
                <div className="stack">
                  <p className="quiet">{sourceTexts.credentialsHint}</p>
                  <SourceFields
                    {...{ fields: credentials, values, onChange: setValues }}
                    pointer="/credentials"
                    error={create.error}
                  />
                </div>
              </Card>
            )}
            <Card title={sourceTexts.schedule}>
              <div className="stack">
                <ScheduleFields schedule={schedule} onChange={setSchedule} error={create.error} />
              </div>
            </Card>
          </div>
        </div>
        {wrong === null ? null : <Notice tone="bad">{wrong}</Notice>}
        <FormFault error={create.error} />
        <div>
          <Button type="submit" look="primary" isBusy={create.isPending}>
            {sourceTexts.add}
          </Button>
        </div>
      </form>
    </PageLayout>
  );
}
