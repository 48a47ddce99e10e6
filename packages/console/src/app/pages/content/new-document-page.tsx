import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { LeaveDialog } from '../../design/leave-dialog.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { MarkdownField } from '../../design/markdown-field.tsx';
import { splitList } from '../../design/split-list.ts';
import { Card } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { contentTexts } from '../../texts/content.ts';
import { ContentCrumbs } from './content-crumbs.tsx';
import { suggestPath } from './document-path.ts';
import { JobStatus } from './job-status.tsx';

/** Writes a document that is in no file. */
export function NewDocumentPage() {
  const { packId = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [path, setPath] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [groups, setGroups] = useState('');
  const isDone = useRef(false);
  const add = useChange('addDocuments');
  const source = (path ?? suggestPath(title)).trim();
  const typed = [
    ...(title === '' ? [] : [contentTexts.title]),
    ...(path === null ? [] : [contentTexts.source]),
    ...(text === '' ? [] : [contentTexts.text]),
    ...(groups === '' ? [] : [contentTexts.groups]),
  ];
  const save = () =>
    add.mutate({
      params: { pack_id: packId },
      body: { source, title: title.trim(), text, groups: splitList(groups), replace: false },
    });
  return (
    <PageLayout title={contentTexts.newDocument} crumbs={<ContentCrumbs packId={packId} tab="documents" />}>
      <Card>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <div className="columns">
            <TextField
              label={contentTexts.title}
              value={title}
              onChange={setTitle}
              isRequired
              fault={faultOf(add.error, '/title')}
            />
            <TextField
              label={contentTexts.source}
              hint={contentTexts.pathHint}
              value={path ?? suggestPath(title)}
              onChange={setPath}
              isRequired
              fault={faultOf(add.error, '/source')}
            />
          </div>
          <MarkdownField
            label={contentTexts.text}
            hint={contentTexts.textHint}
            rows={16}
            value={text}
            onChange={setText}
            isRequired
            isMarkdown={!/\.txt$/i.test(source)}
            fault={faultOf(add.error, '/text')}
          />
          <TextField
            label={contentTexts.groups}
            hint={contentTexts.groupsHint}
            value={groups}
            onChange={setGroups}
            fault={faultOf(add.error, '/groups')}
          />
          <FormFault error={add.error} />
          <div className="row">
            <Button type="submit" look="primary" isBusy={add.isPending}>
              {contentTexts.savePair}
            </Button>
          </div>
          {add.data === undefined ? null : (
            <JobStatus
              key={add.data.id}
              packId={packId}
              jobId={add.data.id}
              onEnd={(job) => {
                if (job.status !== 'succeeded' || job.counts.failed > 0) return;
                isDone.current = true;
                notify(contentTexts.saved);
                void navigate({ to: '/content/$packId', params: { packId }, search: { tab: 'documents' } });
              }}
            />
          )}
        </form>
      </Card>
      <LeaveDialog changes={typed} mayLeave={() => isDone.current} />
    </PageLayout>
  );
}
