import { type ReactNode, useEffect } from 'react';
import { texts } from '../texts.ts';

interface Props {
  readonly title: string;
  /** The pages above this one. */
  readonly crumbs?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The head and the body of a page. */
export function PageLayout({ title, crumbs, actions, children }: Props) {
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
        {actions === undefined ? null : <div className="row wrap">{actions}</div>}
      </div>
      <div className="page">{children}</div>
    </>
  );
}
