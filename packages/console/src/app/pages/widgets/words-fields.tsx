import type { CallError } from '../../api/call.ts';
import { Button } from '../../design/button.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { faultOf } from '../../design/loaded.tsx';
import { widgetPageTexts } from '../../texts/widgets.ts';
import { type FormTexts, newTexts } from './widget-form.ts';

interface Props {
  readonly texts: readonly FormTexts[];
  readonly onChange: (texts: readonly FormTexts[]) => void;
  /** The language that is edited and previewed. */
  readonly language: string;
  readonly onLanguage: (language: string) => void;
  readonly error: CallError | null;
}

const offered =
  'en de fr es it nl pt pl cs sk hu ro bg el da sv nb fi et lv lt sl hr uk tr zh ja ko ar he hi'.split(' ');
const languagesMax = 10;
const names = new Intl.DisplayNames(['en'], { type: 'language' });
const nameOf = (language: string) => names.of(language) ?? language;

/** What visitors read before they ask, language by language. */
export function WordsFields({ texts, onChange, language, onLanguage, error }: Props) {
  const at = Math.max(
    0,
    texts.findIndex((each) => each.language === language),
  );
  const edited = texts[at] ?? newTexts(language);
  const set = (change: Partial<FormTexts>) =>
    onChange(texts.map((each) => (each === edited ? { ...each, ...change } : each)));
  const fault = (name: string) => faultOf(error, `/settings/texts/${at}/${name}`);
  const others = texts.filter((each) => each !== edited);
  const add = (added: string) => {
    if (added === '') return;
    onChange([...texts, newTexts(added)]);
    onLanguage(added);
  };
  const remove = () => {
    onChange(others);
    onLanguage(others[0]?.language ?? '');
  };
  const free = offered.filter((each) => texts.every((given) => given.language !== each));
  return (
    <div className="stack">
      <p className="small quiet">{widgetPageTexts.wordsHint}</p>
      <SelectField
        label={widgetPageTexts.language}
        value={edited.language}
        onChange={onLanguage}
        options={texts.map((each) => ({ value: each.language, label: nameOf(each.language) }))}
      />
      <TextField
        label={widgetPageTexts.heading}
        value={edited.heading}
        onChange={(heading) => set({ heading })}
        fault={fault('heading')}
      />
      <TextField
        label={widgetPageTexts.greeting}
        hint={widgetPageTexts.greetingHint}
        value={edited.greeting}
        onChange={(greeting) => set({ greeting })}
        rows={3}
        fault={fault('greeting')}
      />
      <TextField
        label={widgetPageTexts.placeholder}
        value={edited.placeholder}
        onChange={(placeholder) => set({ placeholder })}
        fault={fault('placeholder')}
      />
      <TextField
        label={widgetPageTexts.questions}
        hint={widgetPageTexts.questionsHint}
        value={edited.questions}
        onChange={(questions) => set({ questions })}
        rows={4}
        fault={fault('sample_questions')}
      />
      {others.length === 0 ? null : (
        <div className="row wrap">
          {at === 0 ? null : (
            <Button look="small" onPress={() => onChange([edited, ...others])}>
              {widgetPageTexts.makeFirst(nameOf(edited.language))}
            </Button>
          )}
          <Button look={['small', 'danger']} onPress={remove}>
            {widgetPageTexts.removeLanguage(nameOf(edited.language))}
          </Button>
        </div>
      )}
      {texts.length >= languagesMax ? null : (
        <SelectField
          label={widgetPageTexts.addLanguage}
          hint={widgetPageTexts.addLanguageHint}
          value=""
          onChange={add}
          options={[
            { value: '', label: widgetPageTexts.chooseLanguage },
            ...free.map((value) => ({ value, label: nameOf(value) })),
          ]}
        />
      )}
    </div>
  );
}
