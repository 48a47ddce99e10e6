import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '../design/button.tsx';
import { Empty } from '../design/surface.tsx';
import { texts } from '../texts.ts';

/** In place of a page that failed. */
export function Crashed(_props: ErrorComponentProps) {
  return (
    <Empty
      title={texts.problems.crashed}
      actions={<Button onPress={() => window.location.reload()}>{texts.problems.reload}</Button>}
    >
      <p role="alert">{texts.problems.crashedHint}</p>
    </Empty>
  );
}

/** In place of a page that there is not. */
export const NotFound = () => (
  <Empty title={texts.problems.gone}>
    <p>{texts.problems.goneHint}</p>
  </Empty>
);
