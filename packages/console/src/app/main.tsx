import './design/tokens.css';
import './design/base.css';
import './design/components.css';
import './frame/frame.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { CallError } from './api/call.ts';
import { currentSession, watchSession } from './api/session.ts';
import { applyStoredTheme } from './frame/theme.ts';
import { router } from './router.tsx';

applyStoredTheme();

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What was refused once is refused again; what could not be reached may be reached.
      retry: (count, error) =>
        count < 2 && (!(error instanceof CallError) || error.status === 0 || error.status >= 500),
    },
  },
});

// Nothing that one person has read is shown to the next.
watchSession(() => {
  if (currentSession().kind === 'out') client.clear();
});

const place = document.getElementById('root');
if (place !== null) {
  createRoot(place).render(
    <I18nProvider locale="en-US">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>,
  );
}
