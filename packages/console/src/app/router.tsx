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

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/ask/ask-page.tsx'), 'AskPage'),
});

const ask = createRoute({
  getParentRoute: () => root,
  path: '/ask',
  validateSearch: (search: Record<string, unknown>): { q?: string } =>
    typeof search['q'] === 'string' ? { q: search['q'] } : {},
  component: lazyRouteComponent(() => import('./pages/ask/ask-page.tsx'), 'AskPage'),
});

const askMessage = createRoute({
  getParentRoute: () => root,
  path: '/ask/$messageId',
  component: lazyRouteComponent(() => import('./pages/ask/message-page.tsx'), 'MessagePage'),
});

export const router = createRouter({
  routeTree: root.addChildren([home, ask, askMessage]),
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
