import type { WidgetEntry } from '@avow/contract/widgets';
import { ownServiceUrl } from '../../api/base-path.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { TextField } from '../../design/field.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { Card, Notice } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { widgetPageTexts } from '../../texts/widgets.ts';
import { texts } from '../../texts.ts';

/** What a page needs to show the widget: it names the key and nothing that can be edited here. */
function linesOf({ key }: WidgetEntry): string {
  return [
    `<script src="${ownServiceUrl()}/widget.js" defer></script>`,
    `<avow-chat api-key="${key}"></avow-chat>`,
  ].join('\n');
}

export function EmbedLines({ widget }: { readonly widget: WidgetEntry }) {
  const renew = useChange('renewWidgetKey');
  const lines = linesOf(widget);
  const params = { widget_id: widget.widget_id };
  return (
    <Card title={widgetPageTexts.lines}>
      <div className="stack">
        {widget.key_status === 'active' ? null : (
          <Notice
            tone="bad"
            actions={
              <Button
                isBusy={renew.isPending}
                onPress={() => renew.mutate({ params }, { onSuccess: () => notify(widgetPageTexts.renewed) })}
              >
                {widgetPageTexts.renew}
              </Button>
            }
          >
            {widgetPageTexts.keyGone}
          </Notice>
        )}
        <FormFault error={renew.error} />
        <TextField
          label={widgetPageTexts.linesLabel}
          hint={widgetPageTexts.linesHint}
          value={lines}
          onChange={() => undefined}
          rows={4}
          isMono
        />
        <div>
          <CopyButton text={lines} label={texts.actions.copy} />
        </div>
      </div>
    </Card>
  );
}
