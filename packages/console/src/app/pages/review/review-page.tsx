import '../unanswered/unanswered.css';
import '../ask/ask.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Tabs } from '../../design/tabs.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { reviewTexts } from '../../texts/review.ts';
import { texts } from '../../texts.ts';
import { DecidedTab } from './decided-tab.tsx';
import { NoticesButton } from './notices-dialog.tsx';
import { PendingTab } from './pending-tab.tsx';

/** Answers that wait for a person, and what was decided. */
export function ReviewPage() {
  const navigate = useNavigate();
  const { tab = 'pending' } = useSearch({ strict: false });
  return (
    <PageLayout title={texts.pages.review} actions={<NoticesButton />}>
      <Tabs
        label={reviewTexts.tabsLabel}
        selected={tab}
        onSelect={(next) => void navigate({ to: '/review', search: { tab: next } })}
        tabs={[
          { id: 'pending', title: reviewTexts.tabs.pending, content: <PendingTab /> },
          { id: 'decided', title: reviewTexts.tabs.decided, content: <DecidedTab /> },
        ]}
      />
    </PageLayout>
  );
}
