import { useId } from 'react';

interface FileFieldProps {
  readonly label: string;
  readonly hint: string;
  /** What it has to have in it, and of which kinds it may be. */
  readonly columns: string;
  readonly accept: string;
  readonly onChoose: (file: File | undefined) => void;
}

/** Takes one file that has a question in each row. */
export function FileField({ label, hint, columns, accept, onChoose }: FileFieldProps) {
  const id = useId();
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          type="file"
          className="input"
          accept={accept}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChoose(target.files?.[0])}
        />
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      </div>
      <p className="small quiet">{columns}</p>
    </>
  );
}

interface FileFaultsProps {
  /** Each with its place; in their order. */
  readonly faults: readonly string[];
  readonly title: (count: number) => string;
  readonly more: (count: number) => string;
}

const faultsShownMax = 20;

/** What is wrong with a file, row by row. */
export function FileFaults({ faults, title, more }: FileFaultsProps) {
  if (faults.length === 0) return null;
  return (
    <div className="notice bad" role="alert">
      <div>
        {title(faults.length)}
        <ul className="change-list">
          {faults.slice(0, faultsShownMax).map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
        {faults.length > faultsShownMax ? more(faults.length - faultsShownMax) : null}
      </div>
    </div>
  );
}
