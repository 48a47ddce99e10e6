import { useEffect, useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Dialog } from '../../design/dialog.tsx';
import { FileFaults, FileField } from '../../design/import-fields.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { Notice } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { contentTexts } from '../../texts/content.ts';
import { pairsFileTexts as words } from '../../texts/pairs-file.ts';
import { JobStatus } from './job-status.tsx';
import { type PairsPreview, pairsFileBytesMax, previewPairsFile } from './read-pairs-file.ts';

interface Props {
  readonly packId: string;
  /** Chosen before it was opened. */
  readonly given: File | null;
  readonly onClose: () => void;
}

interface Chosen {
  readonly file: File;
  /** Null: it cannot be shown before it is imported. */
  readonly preview: PairsPreview | null;
}

/** Takes a file of questions and answers into a draft: what of it can be read is shown first, then what became of each row. */
export function ImportPairsDialog({ packId, given, onClose }: Props) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const add = useChange('importQna');
  const choose = async (file: File | undefined | null) => {
    if (file == null) return;
    add.reset();
    setChosen({ file, preview: await previewPairsFile(file) });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file that is given.
  useEffect(() => void choose(given), [given]);
  const preview = chosen?.preview ?? null;
  const isTooLarge = chosen !== null && chosen.file.size > pairsFileBytesMax;
  const canImport = chosen !== null && !isTooLarge && (preview === null || preview.pairs.length > 0);
  const submit = () => {
    if (!canImport) return;
    const form = new FormData();
    form.append('file', chosen.file, chosen.file.name);
    add.mutate({ params: { pack_id: packId }, form });
  };
  return (
    <Dialog
      title={words.title}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={submit}
      submit={
        add.data === undefined
          ? {
              label: words.save(preview?.pairs.length ?? null),
              isBusy: add.isPending,
              isDisabled: !canImport,
            }
          : 'done'
      }
    >
      {add.data === undefined ? (
        <div className="stack">
          <FileField
            label={words.choose}
            hint={words.hint}
            columns={words.columns}
            accept=".csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,.zip"
            onChoose={(file) => void choose(file)}
          />
          {chosen === null ? <pre className="code wraps">{words.example}</pre> : null}
          {isTooLarge ? <Notice tone="bad">{words.tooLarge}</Notice> : null}
          <FormFault error={add.error} />
          {chosen === null || isTooLarge ? null : <Shown {...chosen} />}
        </div>
      ) : (
        <JobStatus packId={packId} jobId={add.data.id} />
      )}
    </Dialog>
  );
}

const pairsShownMax = 50;

function Shown({ file: { name }, preview }: Chosen) {
  if (preview === null) return <Notice tone="info">{words.unseen(name)}</Notice>;
  const { pairs, faults, taken, ignored } = preview;
  return (
    <>
      <FileFaults
        faults={faults.map(({ row, message }) => words.row(row, message))}
        title={words.faultsTitle}
        more={words.more}
      />
      {pairs.length === 0 ? null : (
        <p>
          <span className="strong">{words.preview(name, pairs.length)}</span>{' '}
          {taken.length === 0 ? null : words.taken(taken)}{' '}
          {pairs.length > pairsShownMax ? words.firstShown(pairsShownMax) : null}
        </p>
      )}
      {ignored.length === 0 ? null : <Notice tone="warn">{words.ignored(ignored)}</Notice>}
      {pairs.length === 0 ? null : <PairTable pairs={pairs.slice(0, pairsShownMax)} />}
    </>
  );
}

function PairTable({ pairs }: Pick<PairsPreview, 'pairs'>) {
  return (
    <Table columns={[words.rowTitle, contentTexts.question, contentTexts.answer]}>
      {pairs.map(({ row, question, answer }) => (
        <tr key={row}>
          <td className="nums">{row}</td>
          <td className="strong">{question}</td>
          <td className="wide">{answer}</td>
        </tr>
      ))}
    </Table>
  );
}
