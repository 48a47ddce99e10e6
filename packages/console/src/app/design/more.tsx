import { texts } from '../texts.ts';
import { Button } from './button.tsx';

export interface MoreProps {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Reads the next page of a list, if there is one. */
export function More({ list }: MoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className="card-body">
      <Button onPress={() => list.fetchNextPage()} isBusy={list.isFetchingNextPage}>
        {texts.actions.more}
      </Button>
    </div>
  );
}
