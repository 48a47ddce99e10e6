import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { basePath } from '../api/base-path.ts';
import { Icon } from '../design/icon.tsx';
import { texts } from '../texts.ts';
import { guidePageOf } from './guide-page-of.ts';

interface Props {
  readonly title: string;
  /** The pages above this one. */
  readonly crumbs?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The head and the body of a page. */
export function PageLayout({ title, crumbs, actions, children }: Props) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    document.title = `${title} · ${texts.product}`;
  }, [title]);
  return (
    <>
      <div className="page-head">
        <div className="crumbs">
          {crumbs}
          <h1>{title}</h1>
        </div>
        <div className="row wrap">
          {actions}
          <a
            className="button plain"
            href={`${basePath}/guide/${guidePageOf(pathname, search.tab)}`}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="unanswered" />
            {texts.guide}
          </a>
        </div>
      </div>
      <div className="page">{children}</div>
    </>
  );
}
