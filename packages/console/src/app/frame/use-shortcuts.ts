import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMay } from '../api/session.ts';
import { openPages } from './navigation.ts';

/** How long the second key of a sequence is waited for. */
const sequenceMs = 1200;

interface Shortcuts {
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}

/** Whether keys belong to what has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Keys that work on every page: Ctrl+K or ⌘K, `/`, `?`, and `g` followed by the letter of a page. */
export function useShortcuts({ onPalette, onHelp }: Shortcuts): void {
  const navigate = useNavigate();
  const may = useMay();
  const wentAt = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        onPalette();
        return;
      }
      const isElsewhere = document.querySelector('[role="dialog"]') !== null;
      if (isTyping(event.target) || isElsewhere || event.metaKey || event.ctrlKey || event.altKey) return;
      const to = openPages(may).find(({ key }) => key === event.key);
      if (event.key === '?') onHelp();
      else if (event.key === '/') {
        event.preventDefault();
        onPalette();
      } else if (to !== undefined && event.timeStamp - wentAt.current < sequenceMs)
        void navigate({ to: to.path });
      wentAt.current = event.key === 'g' ? event.timeStamp : 0;
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
