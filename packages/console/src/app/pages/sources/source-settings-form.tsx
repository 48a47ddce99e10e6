import type { SourceEntry } from '@avow/contract/sources';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { Card, Notice } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { sourceTexts } from '../../texts/sources.ts';
import { texts } from '../../texts.ts';
import { ScheduleFields, toScheduleBody } from './schedule-fields.tsx';
import { SourceFields } from './source-fields.tsx';
import { type FormValues, formOf, readConnection, toCredentials, toValues } from './source-form.ts';

/** Everything about a source but its name and kind. Credentials are replaced only if new ones are typed. */
export function SourceSettingsForm({ source }: { readonly source: SourceEntry }) {
  const { connection } = source;
  const { settings, credentials } = formOf(connection.kind);
  const [values, setValues] = useState<FormValues>(() => toValues(connection));
  const [secrets, setSecrets] = useState<FormValues>({});
  const [schedule, setSchedule] = useState({
    every: source.sync_every_minutes === null ? '' : String(source.sync_every_minutes),
    publish: String(source.publish),
    groups: source.groups.join(', '),
    removalLimit: String(source.removal_limit_percent),
  });
  const [wrong, setWrong] = useState<string | null>(null);
  const update = useChange('updateSource');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    try {
      const given = toCredentials(connection.kind, secrets);
      const body = {
        ...{ connection: readConnection(connection.kind, values, connection), ...toScheduleBody(schedule) },
        ...(given === null ? {} : { credentials: given }),
      };
      setWrong(null);
      update.mutate(
        { params: { pack_id: source.pack_id, source_id: source.id }, body },
        {
          onSuccess: () => {
            setSecrets({});
            notify(texts.saved);
          },
        },
      );
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Card title={sourceTexts.settings}>
      <form className="stack" onSubmit={submit}>
        <div className="columns even">
          <div className="stack">
            <SourceFields
              {...{ fields: settings, values, onChange: setValues }}
              pointer="/connection"
              error={update.error}
            />
          </div>
          <div className="stack">
            <ScheduleFields schedule={schedule} onChange={setSchedule} error={update.error} />
            {credentials.length === 0 ? null : (
              <>
                <h3>{sourceTexts.credentials}</h3>
                <p className="quiet">
                  {source.credentials.length === 0
                    ? sourceTexts.credentialsNone
                    : sourceTexts.credentialsKept(source.credentials.join(', '))}
                </p>
                <SourceFields
                  {...{ fields: credentials, values: secrets, onChange: setSecrets }}
                  pointer="/credentials"
                  error={update.error}
                />
              </>
            )}
          </div>
        </div>
        {wrong === null ? null : <Notice tone="bad">{wrong}</Notice>}
        <FormFault error={update.error} />
        <div>
          <Button type="submit" look="primary" isBusy={update.isPending}>
            {texts.actions.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
