import { limits } from 'virtual:avow-contract';
import type { QueryRequestInput } from '@avow/contract/query';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Checkbox, TextField } from '../../design/field.tsx';
import { splitList } from '../../design/split-list.ts';
import { askTexts } from '../../texts/ask.ts';
import { questionFault } from './question-fault.ts';

interface Props {
  readonly question: string;
  readonly onQuestion: (question: string) => void;
  readonly isAsking: boolean;
  readonly onAsk: (request: QueryRequestInput) => void;
  readonly onStop: () => void;
}

/** The question and, for those who look for them, the options of a query. */
export function Composer({ question, onQuestion, isAsking, onAsk, onStop }: Props) {
  const [packIds, setPackIds] = useState<readonly string[]>([]);
  const may = useMay();
  const [groups, setGroups] = useState('');
  const [language, setLanguage] = useState('');
  const prompt = question.trim();
  const fault = questionFault(prompt, limits.questionCodePointsMax);
  const ask = () => {
    if (prompt === '' || fault !== undefined || isAsking) return;
    const named = splitList(groups);
    onAsk({
      prompt,
      channel_type: 'console',
      ...(packIds.length === 0 ? {} : { content_pack_ids: [...packIds] }),
      ...(named.length === 0 ? {} : { groups: named }),
      ...(language.trim() === '' ? {} : { language: language.trim() }),
    });
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <div className="field">
        <label htmlFor="question">{askTexts.question}</label>
        <textarea
          id="question"
          className="input"
          rows={2}
          placeholder={askTexts.placeholder}
          aria-invalid={fault !== undefined}
          aria-describedby="question-fault"
          value={question}
          onChange={(event) => onQuestion(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            ask();
          }}
        />
        <span id="question-fault" className="fault" role="alert" hidden={fault === undefined}>
          {fault}
        </span>
      </div>
      <div className="row between top">
        <details className="grow">
          <summary>{askTexts.options}</summary>
          <div className="columns tab-panel">
            {may('content:manage') ? <PackChoice chosen={packIds} onChoose={setPackIds} /> : null}
            <div className="stack">
              <TextField
                label={askTexts.groups}
                hint={askTexts.groupsHint}
                value={groups}
                onChange={setGroups}
              />
              <TextField
                label={askTexts.language}
                hint={askTexts.languageHint}
                value={language}
                onChange={setLanguage}
              />
            </div>
          </div>
        </details>
        {isAsking ? (
          <Button onPress={onStop}>{askTexts.stop}</Button>
        ) : (
          <Button look="primary" type="submit">
            {askTexts.ask}
          </Button>
        )}
      </div>
    </form>
  );
}

interface PackChoiceProps {
  readonly chosen: readonly string[];
  readonly onChoose: (packIds: readonly string[]) => void;
}

function PackChoice({ chosen, onChoose }: PackChoiceProps) {
  const packs = useList('listContentPacks', { query: { limit: 100 } });
  const published = (packs.data ?? []).filter((pack) => pack.published_version !== null);
  return (
    <fieldset className="field plain">
      <legend className="label">{askTexts.packs}</legend>
      <span className="hint">{askTexts.packsHint}</span>
      {published.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          isSelected={chosen.includes(id)}
          onChange={(isSelected) =>
            onChoose(isSelected ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
    </fieldset>
  );
}
