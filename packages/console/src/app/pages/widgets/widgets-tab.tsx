import type { WidgetEntry } from '@avow/contract/widgets';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { formatDateTime } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Badge, Empty } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { widgetPageTexts } from '../../texts/widgets.ts';

/** The widgets of the tenant, each with its page. */
export function WidgetsTab() {
  const navigate = useNavigate();
  const widgets = useList('listWidgets');
  const mayAsk = useMay()('query:write');
  return (
    <div className="stack">
      <p>{widgetPageTexts.hint}</p>
      {mayAsk ? (
        <div>
          <Button
            look="primary"
            onPress={() => void navigate({ to: '/settings/widgets/$widgetId', params: { widgetId: 'new' } })}
          >
            {widgetPageTexts.create}
          </Button>
        </div>
      ) : null}
      <Loaded reading={widgets}>
        {(found) =>
          found.length === 0 ? <Empty title={widgetPageTexts.empty} /> : <WidgetTable widgets={found} />
        }
      </Loaded>
      <More list={widgets} />
    </div>
  );
}

function WidgetTable({ widgets }: { readonly widgets: readonly WidgetEntry[] }) {
  return (
    <Table
      columns={[
        widgetPageTexts.name,
        widgetPageTexts.pages,
        widgetPageTexts.packs,
        widgetPageTexts.status,
        widgetPageTexts.changed,
      ]}
    >
      {widgets.map(({ widget_id: widgetId, name, origins, content_pack_ids: packs, ...widget }) => (
        <tr key={widgetId}>
          <td>
            <Link className="strong" to="/settings/widgets/$widgetId" params={{ widgetId }}>
              {name}
            </Link>
          </td>
          <td className="small wide">{origins.join(', ')}</td>
          <td className="small">
            {packs.length === 0 ? widgetPageTexts.noPacks : widgetPageTexts.packCount(packs.length)}
          </td>
          <td>
            <Badge tone={widget.key_status === 'active' ? 'good' : 'bad'}>
              {widgetPageTexts.keyStatuses[widget.key_status] ?? widget.key_status}
            </Badge>
          </td>
          <td className="nums">{formatDateTime(widget.updated_at)}</td>
        </tr>
      ))}
    </Table>
  );
}
