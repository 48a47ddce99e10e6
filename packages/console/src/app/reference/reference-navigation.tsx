import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../design/icon.tsx';
import { referenceTexts as t } from '../texts/reference.ts';
import type { Reference } from './openapi.ts';
import { Method } from './operation-view.tsx';
import { indexReference, searchReference } from './search-reference.ts';

interface Props {
  readonly reference: Reference;
  readonly fragment: string;
}

const hitsMax = 30;

/** A search, and every operation in groups. While something is searched for, what was found takes the place of the groups. */
export function ReferenceNavigation({ reference, fragment }: Props) {
  const [text, setText] = useState('');
  const searched = useDeferredValue(text);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const entries = useMemo(() => indexReference(reference), [reference]);
  const hits = useMemo(() => searchReference(entries, searched, hitsMax), [entries, searched]);
  useSlash(field);
  useEffect(() => {
    list.current?.querySelector(`[href="#${CSS.escape(fragment)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [fragment]);
  return (
    <>
      <label className="reference-search">
        <span className="sr-only">{t.search}</span>
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          value={text}
          placeholder={t.searchHint}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setText('');
            const [first] = hits;
            if (event.key === 'Enter' && first !== undefined) window.location.hash = first.target;
            if (event.key === 'ArrowDown') list.current?.querySelector('a')?.focus();
          }}
        />
        <kbd>{t.searchKey}</kbd>
      </label>
      <div className="nav reference-nav" ref={list}>
        {searched.trim() === '' ? (
          <Groups reference={reference} fragment={fragment} />
        ) : (
          <>
            <p className="small quiet hits" role="status">
              {hits.length === 0 ? t.noResults : t.results(hits.length)}
            </p>
            {hits.map(({ target, title, detail, method }) => (
              <a
                key={target}
                href={`#${target}`}
                className="hit"
                aria-current={fragment === target ? 'page' : undefined}
              >
                <span className="row">
                  {method === undefined ? null : <Method method={method} />}
                  <span className="clip">{title}</span>
                </span>
                <span className="small quiet clip">{detail}</span>
              </a>
            ))}
          </>
        )}
      </div>
    </>
  );
}

function useSlash(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [field]);
}

function Groups({ reference: { groups, operations }, fragment }: Props) {
  const current = operations.get(fragment)?.group ?? fragment.replace(/^group-/, '');
  return (
    <>
      <a href="#overview" aria-current={fragment === 'overview' ? 'page' : undefined}>
        {t.overview}
      </a>
      {groups.map((group, index) => (
        // A new key opens the group that an operation belongs to, and leaves the others as they are.
        <details
          key={`${group.name} ${group.name === current}`}
          open={group.name === current || (current === 'overview' && index === 0)}
        >
          <summary>
            <Icon name="right" />
            {titled(group.name)}
            <span className="count small quiet">{group.operations.length}</span>
          </summary>
          {group.operations.map(({ id, method, summary }) => (
            <a key={id} href={`#${id}`} aria-current={fragment === id ? 'page' : undefined}>
              <span className="grow clip">{summary}</span>
              <Method method={method} />
            </a>
          ))}
        </details>
      ))}
      <a href="#schemas" aria-current={fragment === 'schemas' ? 'page' : undefined}>
        {t.schemas}
      </a>
      <a href="#problems" aria-current={fragment === 'problems' ? 'page' : undefined}>
        {t.problems}
      </a>
    </>
  );
}

export const titled = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
