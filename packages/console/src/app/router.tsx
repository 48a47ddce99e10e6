import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  useLocation,
} from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { basePath } from './api/base-path.ts';
import { call } from './api/call.ts';
import { startSession, useSession } from './api/session.ts';
import { Loading } from './design/loaded.tsx';
import { Frame } from './frame/frame.tsx';
import { Crashed, NotFound } from './frame/problem-pages.tsx';
import { pickText, pickTexts } from './pick-texts.ts';

/** Nobody who is signed in needs these. */
const SignInPage = lazy(async () => ({ default: (await import('./frame/sign-in-page.tsx')).SignInPage }));
const LinkSignIn = lazy(async () => ({ default: (await import('./frame/link-sign-in.tsx')).LinkSignIn }));

function Root() {
  const session = useSession();
  const { pathname } = useLocation();
  useEffect(() => {
    // A refusal says that nobody is signed in, which the session hears of.
    if (session.kind === 'unknown') call('getMe').then(startSession, () => undefined);
  }, [session.kind]);
  if (session.kind === 'unknown') return <Loading />;
  if (session.kind === 'in') return <Frame me={session.me} />;
  return <Suspense fallback={<Loading />}>{pathname === '/link' ? <LinkSignIn /> : <SignInPage />}</Suspense>;
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: pickTexts('days', 'channel'),
  component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
});

const ask = createRoute({
  getParentRoute: () => root,
  path: '/ask',
  validateSearch: pickTexts('q', 'thread'),
  component: lazyRouteComponent(() => import('./pages/ask/ask-page.tsx'), 'AskPage'),
});

const askMessage = createRoute({
  getParentRoute: () => root,
  path: '/ask/$messageId',
  component: lazyRouteComponent(() => import('./pages/ask/asked-message-page.tsx'), 'AskedMessagePage'),
});

const content = createRoute({
  getParentRoute: () => root,
  path: '/content',
  component: lazyRouteComponent(() => import('./pages/content/packs-page.tsx'), 'PacksPage'),
});

const pack = createRoute({
  getParentRoute: () => root,
  path: '/content/$packId',
  validateSearch: pickTexts('tab', 'owner', 'tag'),
  component: lazyRouteComponent(() => import('./pages/content/pack-page.tsx'), 'PackPage'),
});

const document = createRoute({
  getParentRoute: () => root,
  path: '/content/$packId/documents/$documentId',
  component: lazyRouteComponent(() => import('./pages/content/document-page.tsx'), 'DocumentPage'),
});

const newDocument = createRoute({
  getParentRoute: () => root,
  path: '/content/$packId/documents/new',
  component: lazyRouteComponent(() => import('./pages/content/new-document-page.tsx'), 'NewDocumentPage'),
});

const source = createRoute({
  getParentRoute: () => root,
  path: '/content/$packId/sources/$sourceId',
  component: lazyRouteComponent(() => import('./pages/sources/source-page.tsx'), 'SourcePage'),
});

const newSource = createRoute({
  getParentRoute: () => root,
  path: '/content/$packId/sources/new',
  component: lazyRouteComponent(() => import('./pages/sources/new-source-page.tsx'), 'NewSourcePage'),
});

const pair = createRoute({
  getParentRoute: () => root,
  path: '/content/$packId/pairs/$qnaId',
  validateSearch: (search: Record<string, unknown>) => pickText(search, 'question'),
  component: lazyRouteComponent(() => import('./pages/content/pair-page.tsx'), 'PairPage'),
});

const unanswered = createRoute({
  getParentRoute: () => root,
  path: '/unanswered',
  validateSearch: pickTexts('state', 'group'),
  component: lazyRouteComponent(
    () => import('./pages/unanswered/unanswered-groups-page.tsx'),
    'UnansweredGroupsPage',
  ),
});

const feedback = createRoute({
  getParentRoute: () => root,
  path: '/feedback',
  validateSearch: pickTexts('state', 'verdict', 'feedback'),
  component: lazyRouteComponent(() => import('./pages/feedback/feedback-page.tsx'), 'FeedbackPage'),
});

const review = createRoute({
  getParentRoute: () => root,
  path: '/review',
  validateSearch: pickTexts('tab', 'message', 'assigned', 'outcome', 'by'),
  component: lazyRouteComponent(() => import('./pages/review/review-page.tsx'), 'ReviewPage'),
});

const handovers = createRoute({
  getParentRoute: () => root,
  path: '/handovers',
  validateSearch: pickTexts('state', 'message'),
  component: lazyRouteComponent(() => import('./pages/handovers/handovers-page.tsx'), 'HandoversPage'),
});

const records = createRoute({
  getParentRoute: () => root,
  path: '/records',
  validateSearch: pickTexts(
    'tab',
    'text',
    'channel',
    'pack',
    'person',
    'thread',
    'status',
    'band',
    'tripwire',
    'guardrail',
    'result',
    'time',
    'from',
    'before',
  ),
  component: lazyRouteComponent(() => import('./pages/records/records-page.tsx'), 'RecordsPage'),
});

const record = createRoute({
  getParentRoute: () => root,
  path: '/records/$messageId',
  component: lazyRouteComponent(() => import('./pages/records/record-page.tsx'), 'RecordPage'),
});

const thread = createRoute({
  getParentRoute: () => root,
  path: '/records/threads/$threadId',
  component: lazyRouteComponent(() => import('./pages/records/thread-page.tsx'), 'ThreadPage'),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: pickTexts('tab'),
  component: lazyRouteComponent(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
});

const sample = createRoute({
  getParentRoute: () => root,
  path: '/audit/samples/$sampleId',
  component: lazyRouteComponent(() => import('./pages/audit/sample-page.tsx'), 'SamplePage'),
});

const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: pickTexts('q', 'pack', 'person', 'channel', 'time', 'from', 'before'),
  component: lazyRouteComponent(() => import('./pages/search/search-page.tsx'), 'SearchPage'),
});

const guardrails = createRoute({
  getParentRoute: () => root,
  path: '/guardrails',
  validateSearch: (search: Record<string, unknown>) => pickText(search, 'tab'),
  component: lazyRouteComponent(() => import('./pages/guardrails/guardrails-page.tsx'), 'GuardrailsPage'),
});

const quality = createRoute({
  getParentRoute: () => root,
  path: '/quality',
  validateSearch: pickTexts('tab', 'pack', 'run'),
  component: lazyRouteComponent(() => import('./pages/quality/quality-page.tsx'), 'QualityPage'),
});

const operations = createRoute({
  getParentRoute: () => root,
  path: '/operations',
  component: lazyRouteComponent(() => import('./pages/operations/operations-page.tsx'), 'OperationsPage'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: (search: Record<string, unknown>) => pickText(search, 'tab'),
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
});

const widget = createRoute({
  getParentRoute: () => root,
  path: '/settings/widgets/$widgetId',
  component: lazyRouteComponent(() => import('./pages/widgets/widget-page.tsx'), 'WidgetPage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
});

/** Where one-time links lead; anyone who is signed in already goes on to their account. */
const link = createRoute({
  getParentRoute: () => root,
  path: '/link',
  component: () => <Navigate to="/account" />,
});

/** Where a sign-in by a provider that failed ends. */
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: () => <Navigate to="/" />,
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    ask,
    askMessage,
    content,
    pack,
    document,
    newDocument,
    source,
    newSource,
    pair,
    unanswered,
    feedback,
    review,
    handovers,
    records,
    record,
    thread,
    audit,
    sample,
    search,
    guardrails,
    quality,
    operations,
    settings,
    widget,
    account,
    link,
    signIn,
  ]),
  basepath: `${basePath}/console`,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: Crashed,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
