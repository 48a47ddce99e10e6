import { Button } from '../../design/button.tsx';
import { Checkbox, TextField } from '../../design/field.tsx';
import { formTexts } from '../../texts/checks.ts';

interface Example {
  readonly text: string;
  readonly breaks_rule: boolean;
}

interface Props {
  readonly label: string;
  readonly hint: string | undefined;
  readonly value: readonly Example[];
  readonly onChange: (value: readonly Example[]) => void;
}

/** Texts that follow a rule or break it. */
export function ExampleSetting({ label, hint, value, onChange }: Props) {
  const replace = (place: number, example: Example) =>
    onChange(value.map((each, at) => (at === place ? example : each)));
  return (
    <fieldset className="part stack">
      <legend className="strong">{label}</legend>
      <p className="small quiet">{hint}</p>
      {value.map((example, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: examples have no ids, and what is typed is kept here.
        <div key={place} className="stack tight">
          <TextField
            label={formTexts.exampleText(place + 1)}
            rows={2}
            value={example.text}
            onChange={(text) => replace(place, { ...example, text })}
          />
          <div className="row between wrap">
            <Checkbox
              label={formTexts.breaksRule}
              isSelected={example.breaks_rule}
              onChange={(breaks) => replace(place, { ...example, breaks_rule: breaks })}
            />
            <Button look="small" onPress={() => onChange(value.filter((_, at) => at !== place))}>
              {formTexts.removeExample(place + 1)}
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button look="small" onPress={() => onChange([...value, { text: '', breaks_rule: true }])}>
          {formTexts.addExample}
        </Button>
      </div>
    </fieldset>
  );
}

export function readExamples(value: unknown): readonly Example[] {
  return Array.isArray(value) ? (value as readonly Example[]) : [];
}
