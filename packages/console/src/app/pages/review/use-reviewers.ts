import type { ReviewerEntry } from '@avow/contract/review';
import { useMay, useSession } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { reviewTexts } from '../../texts/review.ts';

interface Reviewers {
  /** The person who is signed in. */
  readonly me: string;
  readonly others: readonly ReviewerEntry[];
  /** Who somebody is, in words. */
  readonly nameOf: (id: string) => string;
}

export function useReviewers(): Reviewers {
  const may = useMay();
  const session = useSession();
  const found = useCall('listReviewers', {}, { enabled: may('review:decide') });
  const me = session.kind === 'in' ? session.me.user.user_id : '';
  const all = found.data?.data ?? [];
  return {
    me,
    others: all.filter(({ user_id: id }) => id !== me),
    nameOf: (id) => {
      if (id === me) return reviewTexts.you;
      const name = all.find(({ user_id: userId }) => userId === id)?.name;
      return name ?? (id.startsWith('key_') ? reviewTexts.aKey : reviewTexts.somebody);
    },
  };
}
