import type { Scope } from '@avow/contract/roles';
import type { IconName } from '../design/icon.tsx';
import { texts } from '../texts.ts';

export interface Destination {
  readonly id: keyof typeof texts.pages;
  readonly path: string;
  readonly icon: IconName;
  /** Pressed after `g`. */
  readonly key: string;
  /** Any of these opens it; none: everybody may. */
  readonly scopes: readonly Scope[];
}

/** Every page that the navigation and the palette lead to, in groups. */
const destinations: readonly { readonly title: string; readonly pages: readonly Destination[] }[] = [
  {
    title: texts.groups.answers,
    pages: [
      { id: 'home', path: '/', icon: 'home', key: 'h', scopes: [] },
      { id: 'ask', path: '/ask', icon: 'ask', key: 'a', scopes: ['query:write'] },
    ],
  },
  {
    title: texts.groups.content,
    pages: [
      { id: 'content', path: '/content', icon: 'content', key: 'c', scopes: ['content:manage'] },
      { id: 'unanswered', path: '/unanswered', icon: 'unanswered', key: 'u', scopes: ['content:manage'] },
      { id: 'feedback', path: '/feedback', icon: 'feedback', key: 'f', scopes: ['content:manage'] },
      { id: 'review', path: '/review', icon: 'review', key: 'r', scopes: ['review:decide'] },
      { id: 'handovers', path: '/handovers', icon: 'person', key: 'p', scopes: ['review:decide'] },
    ],
  },
  {
    title: texts.groups.accountability,
    pages: [
      { id: 'records', path: '/records', icon: 'records', key: 'l', scopes: ['audit:read', 'log:read'] },
      { id: 'audit', path: '/audit', icon: 'review', key: 'i', scopes: ['audit:sample'] },
      { id: 'guardrails', path: '/guardrails', icon: 'guardrails', key: 's', scopes: ['guardrails:manage'] },
      { id: 'quality', path: '/quality', icon: 'quality', key: 'q', scopes: ['content:manage'] },
    ],
  },
  {
    title: texts.groups.system,
    pages: [
      {
        id: 'operations',
        path: '/operations',
        icon: 'operations',
        key: 'o',
        scopes: ['content:manage', 'log:read'],
      },
      {
        id: 'settings',
        path: '/settings',
        icon: 'settings',
        key: 't',
        scopes: ['webhooks:manage', 'keys:manage'],
      },
    ],
  },
];

interface Place {
  readonly id: keyof typeof texts.palette.places;
  readonly path: string;
  readonly tab: string;
  readonly icon: IconName;
  readonly scope: Scope;
}

/** Tabs of pages that people look for by their own names. */
const places: readonly Place[] = [
  { id: 'log', path: '/records', tab: 'access', icon: 'records', scope: 'log:read' },
  { id: 'holds', path: '/records', tab: 'holds', icon: 'records', scope: 'audit:read' },
  { id: 'retention', path: '/records', tab: 'retention', icon: 'records', scope: 'audit:read' },
  { id: 'history', path: '/guardrails', tab: 'history', icon: 'guardrails', scope: 'guardrails:manage' },
  { id: 'golden', path: '/quality', tab: 'golden', icon: 'quality', scope: 'content:manage' },
  { id: 'runs', path: '/quality', tab: 'runs', icon: 'quality', scope: 'content:manage' },
  { id: 'keys', path: '/settings', tab: 'keys', icon: 'settings', scope: 'keys:manage' },
  { id: 'people', path: '/settings', tab: 'people', icon: 'settings', scope: 'keys:manage' },
  { id: 'webhooks', path: '/settings', tab: 'webhooks', icon: 'settings', scope: 'webhooks:manage' },
  { id: 'tenants', path: '/settings', tab: 'tenants', icon: 'settings', scope: 'tenants:manage' },
];

export const openPlaces = (may: (scope: string) => boolean): readonly Place[] =>
  places.filter(({ scope }) => may(scope));

const allDestinations: readonly Destination[] = destinations.flatMap(({ pages }) => pages);

const isOpen = ({ scopes }: Destination, may: (scope: string) => boolean) =>
  scopes.length === 0 || scopes.some(may);

/** The pages that somebody may use, in their groups. */
export const openDestinations = (may: (scope: string) => boolean) =>
  destinations
    .map(({ title, pages }) => ({ title, pages: pages.filter((page) => isOpen(page, may)) }))
    .filter(({ pages }) => pages.length > 0);

export const openPages = (may: (scope: string) => boolean): readonly Destination[] =>
  allDestinations.filter((page) => isOpen(page, may));
