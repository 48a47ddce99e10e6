import type { WidgetSettings } from '@avow/contract/widgets';
import { useEffect, useRef } from 'react';
import { widgetPageTexts } from '../../texts/widgets.ts';
import { PreviewChat } from './preview-chat.ts';

interface Props {
  readonly settings: WidgetSettings;
  readonly language: string;
}

/** The widget as its visitors would see it, in a frame that stands for the window. */
export function WidgetPreview({ settings, language }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const chat = useRef<PreviewChat | null>(null);
  useEffect(() => {
    const made = document.createElement(PreviewChat.tag) as PreviewChat;
    frame.current?.append(made);
    chat.current = made;
    return () => made.remove();
  }, []);
  useEffect(() => chat.current?.preview(settings, language), [settings, language]);
  return (
    <div className="stack tight">
      <p className="small quiet">{widgetPageTexts.previewHint}</p>
      <div className={`widget-frame ${settings.position}`} ref={frame} />
    </div>
  );
}
