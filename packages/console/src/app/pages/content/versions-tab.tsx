import type { ContentPack } from '@avow/contract/content';
import { useState } from 'react';
import { useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { formatCount, formatDateTime } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Badge, Empty } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { notify } from '../../design/toast.tsx';
import { contentTexts } from '../../texts/content.ts';
import { texts } from '../../texts.ts';

/** What was published, and what is served of it. */
export function VersionsTab({ pack }: { readonly pack: ContentPack }) {
  const params = { pack_id: pack.id };
  const versions = useList('listContentPackVersions', { params });
  const [asked, setAsked] = useState<number | 'none' | null>(null);
  const serve = useChange('rollbackContentPack');
  const stop = useChange('unpublishContentPack');
  const close = () => setAsked(null);
  const serveAgain = (version: number) =>
    serve.mutate(
      { params, body: { version } },
      {
        onSuccess: () => {
          close();
          notify(contentTexts.published(version));
        },
      },
    );
  return (
    <Loaded reading={versions}>
      {(found) =>
        found.length === 0 ? (
          <Empty title={contentTexts.notServed}>
            <p>{contentTexts.publishHint}</p>
          </Empty>
        ) : (
          <>
            <Table
              columns={[
                contentTexts.version,
                contentTexts.note,
                contentTexts.draft,
                { title: contentTexts.passages, isEnd: true },
                contentTexts.publishedAt,
                { title: contentTexts.serve, isUnseen: true },
              ]}
            >
              {found.map((each) => (
                <tr key={each.version}>
                  <td className="strong nums">
                    <span className="row">
                      {each.version}
                      {each.version === pack.published_version ? (
                        <Badge tone="good">{contentTexts.current}</Badge>
                      ) : null}
                      {each.retired ? <Badge>{contentTexts.retired}</Badge> : null}
                    </span>
                  </td>
                  <td className="wide">
                    <span>{each.note}</span>
                  </td>
                  <td className="nums">{contentTexts.draftCounts(each.document_count, each.qna_count)}</td>
                  <td className="end" data-label={contentTexts.passages}>
                    {formatCount(each.passage_count)}
                  </td>
                  <td className="nums">{formatDateTime(each.published_at)}</td>
                  <td>
                    {each.retired || each.version === pack.published_version ? null : (
                      <Button
                        look="small"
                        aria-label={texts.actionOf(
                          contentTexts.serve,
                          contentTexts.servedVersion(each.version),
                        )}
                        onPress={() => setAsked(each.version)}
                      >
                        {contentTexts.serve}
                      </Button>
                    )}
                    {each.version === pack.published_version ? (
                      <Button look="small" onPress={() => setAsked('none')}>
                        {contentTexts.unpublish}
                      </Button>
                    ) : null}
                  </td>
                </tr>
              ))}
            </Table>
            <More list={versions} />
            <Confirm
              title={contentTexts.serveTitle(typeof asked === 'number' ? asked : 0)}
              isOpen={typeof asked === 'number'}
              onClose={close}
              onConfirm={() => (typeof asked === 'number' ? serveAgain(asked) : undefined)}
              action={contentTexts.serve}
              isBusy={serve.isPending}
              error={serve.error}
            >
              <p>{contentTexts.serveHint}</p>
            </Confirm>
            <Confirm
              title={contentTexts.unpublishTitle}
              isOpen={asked === 'none'}
              onClose={close}
              onConfirm={() => stop.mutate({ params, body: {} }, { onSuccess: close })}
              action={contentTexts.unpublish}
              isDanger
              isBusy={stop.isPending}
              error={stop.error}
            >
              <p>{contentTexts.unpublishHint}</p>
            </Confirm>
          </>
        )
      }
    </Loaded>
  );
}
