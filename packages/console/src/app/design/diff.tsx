import { texts } from '../texts.ts';
import { diffLines, leaveOut } from './diff-lines.ts';

interface Props {
  readonly before: string;
  readonly after: string;
}

/** Two texts by their lines, with what is far from any difference left out. */
export function Diff({ before, after }: Props) {
  const lines = diffLines(linesOf(before), linesOf(after));
  if (lines.every(({ kind }) => kind === 'same')) return <p className="quiet">{texts.diff.same}</p>;
  return (
    <div className="diff">
      {leaveOut(lines).map((line) =>
        line.kind === 'skipped' ? (
          <div key={line.id} className="skipped">
            {texts.diff.skipped(line.count)}
          </div>
        ) : (
          <div key={line.id} className={line.kind}>
            <span className="sign" aria-hidden="true">
              {texts.diff.signs[line.kind]}
            </span>
            {line.kind === 'same' ? null : <span className="sr-only">{texts.diff.names[line.kind]}</span>}
            {line.text}
          </div>
        ),
      )}
    </div>
  );
}

/** A text that is not there has no lines, not an empty one. */
const linesOf = (text: string) => (text === '' ? [] : text.split('\n'));
