import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Dialog } from '../../design/dialog.tsx';
import { FileFaults, FileField } from '../../design/import-fields.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { Table } from '../../design/table.tsx';
import { notify } from '../../design/toast.tsx';
import { goldenFileTexts as words } from '../../texts/golden-file.ts';
import { qualityTexts } from '../../texts/quality.ts';
import { ExpectedAnswer } from './expected-answer.tsx';
import {
  type GoldenFileContent,
  type GoldenLine,
  goldenFileBytesMax,
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
  const sorted = faults.toSorted((one, other) => one.line - other.line);
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
      submit={{
        label: words.save(questions.length),
        isBusy: put.isPending,
        isDisabled: questions.length === 0 || faults.length > 0,
      }}
    >
      <div className="stack">
        <FileField
          label={words.choose}
          hint={words.hint}
          columns={words.columns}
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
          onChoose={(first) => void read(first)}
        />
        {file === null ? <pre className="code wraps">{words.example}</pre> : null}
        {refused.length === 0 ? <FormFault error={put.error} /> : null}
        <FileFaults
          faults={sorted.map(({ line, message }) => words.line(line, message))}
          title={words.faultsTitle}
          more={words.more}
        />
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

function Preview({ questions }: { readonly questions: readonly GoldenLine[] }) {
  return (
    <Table columns={[words.lineTitle, qualityTexts.question]}>
      {questions.map(({ line, request }) => (
        <tr key={line}>
          <td className="nums">{line}</td>
          <td className="wide">
            <span className="strong">{request.question}</span>
            <ExpectedAnswer expects={request.expects} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
