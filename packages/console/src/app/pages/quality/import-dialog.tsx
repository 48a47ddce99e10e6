import { useId, useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { TableFrame } from '../../design/table-frame.tsx';
import { notify } from '../../design/toast.tsx';
import { goldenFileTexts as words } from '../../texts/golden-file.ts';
import { qualityTexts } from '../../texts/quality.ts';
import { texts } from '../../texts.ts';
import { ExpectedAnswer } from './expected-answer.tsx';
import {
  type GoldenFileContent,
  type GoldenLine,
  goldenFileBytesMax,
  type LineFault,
  placeFaults,
  readGoldenFile,
} from './read-golden-file.ts';

interface Props {
  readonly packId: string;
  readonly onClose: () => void;
}

/** Questions of a file: all of them are shown before any is stored, and all or none are. */
export function ImportDialog({ packId, onClose }: Props) {
  const [file, setFile] = useState<(GoldenFileContent & { readonly name: string }) | null>(null);
  const put = useChange('upsertGoldenQuestions');
  const questions = file?.questions ?? [];
  const refused = put.error === null ? [] : placeFaults(put.error.errors, questions);
  const faults = [...(file?.faults ?? []), ...refused];
  const id = useId();
  const read = async (first: File | undefined) => {
    if (first === undefined) return;
    put.reset();
    const content =
      first.size > goldenFileBytesMax
        ? { questions: [], faults: [{ line: 1, message: words.tooLarge }] }
        : await readGoldenFile(first.name, await first.text());
    setFile({ ...content, name: first.name });
  };
  const submit = () =>
    put.mutate(
      { params: { pack_id: packId }, body: { questions: questions.map(({ request }) => request) } },
      {
        onSuccess: ({ questions: stored }) => {
          notify(words.saved(stored.length));
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={words.title}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onPress={onClose}>{texts.actions.cancel}</Button>
          <Button
            look="primary"
            type="submit"
            isBusy={put.isPending}
            isDisabled={questions.length === 0 || faults.length > 0}
          >
            {words.save(questions.length)}
          </Button>
        </>
      }
    >
      <div className="stack">
        <div className="field">
          <label htmlFor={id}>{words.choose}</label>
          <input
            id={id}
            type="file"
            className="input"
            accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => void read(target.files?.[0])}
          />
          <span id={`${id}-hint`} className="hint">
            {words.hint}
          </span>
        </div>
        <p className="small quiet">{words.columns}</p>
        {file === null ? <pre className="code wraps">{words.example}</pre> : null}
        {refused.length === 0 ? <FormFault error={put.error} /> : null}
        <FaultList faults={faults} />
        {file === null || questions.length === 0 ? null : (
          <>
            <p className="strong">{words.preview(file.name, questions.length)}</p>
            <Preview questions={questions} />
          </>
        )}
      </div>
    </Dialog>
  );
}

const faultsShownMax = 20;

function FaultList({ faults }: { readonly faults: readonly LineFault[] }) {
  if (faults.length === 0) return null;
  const sorted = faults.toSorted((one, other) => one.line - other.line);
  return (
    <div className="notice bad" role="alert">
      <div>
        {words.faultsTitle(faults.length)}
        <ul className="change-list">
          {sorted.slice(0, faultsShownMax).map(({ line, message }) => (
            <li key={`${line} ${message}`}>{words.line(line, message)}</li>
          ))}
        </ul>
        {sorted.length > faultsShownMax ? words.more(sorted.length - faultsShownMax) : null}
      </div>
    </div>
  );
}

function Preview({ questions }: { readonly questions: readonly GoldenLine[] }) {
  return (
    <TableFrame>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{words.lineTitle}</th>
            <th scope="col">{qualityTexts.question}</th>
          </tr>
        </thead>
        <tbody>
          {questions.map(({ line, request }) => (
            <tr key={line}>
              <td className="nums">{line}</td>
              <td className="wide">
                <span className="strong">{request.question}</span>
                <ExpectedAnswer expects={request.expects} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
