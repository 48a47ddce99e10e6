import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { useSession } from './api/session.ts';
import { Button } from './design/button.tsx';
import { Loading } from './design/loaded.tsx';
import { Empty } from './design/surface.tsx';
import { Frame } from './frame/frame.tsx';
import { SignIn } from './frame/sign-in.tsx';
import { texts } from './texts.ts';

function Root() {
  return useSession() === null ? <SignIn /> : <Frame />;
}

function Crashed(_props: ErrorComponentProps) {
  return (
    <Empty
      title={texts.problems.crashed}
      actions={<Button onPress={() => window.location.reload()}>{texts.problems.reload}</Button>}
    >
      <p role="alert">{texts.problems.crashedHint}</p>
    </Empty>
  );
}

const NotFound = () => (
  <Empty title={texts.problems.gone}>
    <p>{texts.problems.goneHint}</p>
  </Empty>
);

const root = createRootRoute({ component: Root, notFoundComponent: NotFound });

/** One text of the address after the question mark, or nothing. */
const textOf = <Name extends string>(search: Record<string, unknown>, name: Name) =>
  (typeof search[name] === 'string' ? { [name]: search[name] } : {}) as { [Each in Name]?: string };

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
});

const ask = createRoute({
  getParentRoute: () => root,
  path: '/ask',
  validateSearch: (search: Record<string, unknown>) => textOf(search, 'q'),
  component: lazyRouteComponent(() => import('./pages/ask/ask-page.tsx'), 'AskPage'),
});

const askMessage = createRoute({
  getParentRoute: () => root,
  path: '/ask/$messageId',
  component: lazyRouteComponent(() => import('./pages/ask/message-page.tsx'), 'MessagePage'),
});

const content = createRoute({
  getParentRoute: () => root,
  path: '/content',
  component: lazyRouteComponent(() => import('./pages/content/packs-page.tsx'), 'PacksPage'),
});

const pack = createRoute({
  getParentRoute: () => root,
  path: '/content/$packId',
  validateSearch: (search: Record<string, unknown>) => textOf(search, 'tab'),
  component: lazyRouteComponent(() => import('./pages/content/pack-page.tsx'), 'PackPage'),
});

const document = createRoute({
  getParentRoute: () => root,
  path: '/content/$packId/documents/$documentId',
  component: lazyRouteComponent(() => import('./pages/content/document-page.tsx'), 'DocumentPage'),
});

const pair = createRoute({
  getParentRoute: () => root,
  path: '/content/$packId/pairs/$qnaId',
  validateSearch: (search: Record<string, unknown>) => textOf(search, 'question'),
  component: lazyRouteComponent(() => import('./pages/content/pair-page.tsx'), 'PairPage'),
});

const unanswered = createRoute({
  getParentRoute: () => root,
  path: '/unanswered',
  validateSearch: (search: Record<string, unknown>) => ({
    ...textOf(search, 'state'),
    ...textOf(search, 'group'),
  }),
  component: lazyRouteComponent(() => import('./pages/unanswered/unanswered-page.tsx'), 'UnansweredPage'),
});

const review = createRoute({
  getParentRoute: () => root,
  path: '/review',
  validateSearch: (search: Record<string, unknown>) => textOf(search, 'message'),
  component: lazyRouteComponent(() => import('./pages/review/review-page.tsx'), 'ReviewPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([home, ask, askMessage, content, pack, document, pair, unanswered, review]),
  basepath: '/console',
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
