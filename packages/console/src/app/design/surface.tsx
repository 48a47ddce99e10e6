import { Link, type LinkProps } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useId } from 'react';

/** The level of the headings of cards: 3 below a heading of their own section. */
export const CardLevel = createContext<2 | 3>(2);

interface CardProps {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  /** Without a distance to its border, for tables. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}

export function Card({ title, actions, isFlush = false, children }: CardProps) {
  const id = useId();
  const Heading = useContext(CardLevel) === 2 ? 'h2' : 'h3';
  return (
    <section className="card" aria-labelledby={title === undefined ? undefined : id}>
      {title === undefined && actions === undefined ? null : (
        <div className="card-head">
          <Heading id={id}>{title}</Heading>
          {actions === undefined ? null : <div className="row wrap">{actions}</div>}
        </div>
      )}
      <div className={isFlush ? 'card-body flush' : 'card-body'}>{children}</div>
    </section>
  );
}

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'quiet';

export function Badge({ tone = 'quiet', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** What a place is for, while nothing is there. */
export function Empty({ title, children, actions }: EmptyProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children === undefined ? null : <div className="stack">{children}</div>}
      {actions === undefined ? null : <div className="row wrap">{actions}</div>}
    </div>
  );
}

interface NoticeProps {
  readonly tone: Exclude<Tone, 'quiet'>;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

export function Notice({ tone, children, actions }: NoticeProps) {
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <div className="grow">{children}</div>
      {actions}
    </div>
  );
}

interface MeterProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
  readonly tone?: 'good' | 'warn' | 'bad';
}

export function Meter({ label, value, tone }: MeterProps) {
  const percent = Math.round(Math.max(0, Math.min(1, value)) * 100);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw a meter each in their own way.
    <div
      className={tone === undefined ? 'meter' : `meter ${tone}`}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  );
}

/** Names and values. */
export function FactList({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  /** Leads to what is behind the figure; undefined: there is nothing that this person may open. */
  readonly link?: LinkProps | undefined;
  /** What it was counted in. */
  readonly note?: string;
  readonly children: ReactNode;
}

/** A figure with its name. */
export function FigureTile({ name, link, note, children }: FigureProps) {
  const content = (
    <>
      <span className="tile-name">{name}</span>
      <span className="figure">{children}</span>
      {note === undefined ? null : <span className="small quiet">{note}</span>}
    </>
  );
  return link === undefined ? (
    <div className="tile">{content}</div>
  ) : (
    <Link {...link} className="tile">
      {content}
    </Link>
  );
}
