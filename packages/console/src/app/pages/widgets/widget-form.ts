import type { WidgetEntry, WidgetSettings } from '@avow/contract/widgets';
import { handoverRequest } from '../handovers/handover-request.ts';
import { readOrigins } from '../settings/read-origins.ts';

/** The words of one language as they are typed. */
export interface FormTexts {
  readonly language: string;
  readonly heading: string;
  readonly greeting: string;
  readonly placeholder: string;
  /** One a line. */
  readonly questions: string;
}

export type WidgetLook = Pick<
  WidgetSettings,
  'position' | 'theme' | 'accent_color' | 'header_color' | 'logo' | 'mark'
> & { readonly privacy_url: string };

/** A widget as it is edited. */
export interface WidgetForm {
  readonly name: string;
  readonly origins: string;
  readonly packIds: readonly string[];
  readonly look: WidgetLook;
  /** Null: as the settings of the tenant say. */
  readonly handover: WidgetSettings['handover'];
  readonly texts: readonly FormTexts[];
}

export const newTexts = (language: string): FormTexts => ({
  ...{ language, heading: '', greeting: '', placeholder: '', questions: '' },
});

export const newWidget: WidgetForm = {
  ...{ name: '', origins: '', packIds: [], handover: null, texts: [newTexts('en')] },
  look: {
    ...{ position: 'bottom_right', theme: 'auto', accent_color: null, header_color: null },
    ...{ logo: null, privacy_url: '', mark: 'each_answer' },
  },
};

export function widgetFormOf({
  name,
  origins,
  content_pack_ids: packIds,
  settings,
}: WidgetEntry): WidgetForm {
  const { texts, privacy_url, handover, ...look } = settings;
  const edited = texts.map(({ language, heading, greeting, placeholder, sample_questions: questions }) => ({
    ...{ language, heading: heading ?? '', greeting: greeting ?? '', placeholder: placeholder ?? '' },
    questions: questions.join('\n'),
  }));
  return {
    ...{ name, origins: origins.join(' '), packIds, handover },
    look: { ...look, privacy_url: privacy_url ?? '' },
    texts: edited.length === 0 ? newWidget.texts : edited,
  };
}

const orNull = (text: string) => (text.trim() === '' ? null : text);

/** What the form says so far, as pages would read it. */
export function settingsOf({ look, handover, texts }: WidgetForm): WidgetSettings {
  return {
    ...look,
    privacy_url: orNull(look.privacy_url.trim()),
    handover: handover === null ? null : handoverRequest(handover),
    texts: texts.map(({ language, heading, greeting, placeholder, questions }) => ({
      ...{ language, heading: orNull(heading), greeting: orNull(greeting), placeholder: orNull(placeholder) },
      sample_questions: questions
        .split('\n')
        .map((question) => question.trim())
        .filter((question) => question !== ''),
    })),
  };
}

export function bodyOf(form: WidgetForm) {
  return {
    name: form.name.trim(),
    origins: readOrigins(form.origins),
    content_pack_ids: form.packIds,
    settings: settingsOf(form),
  };
}

/** Only what differs, so that a widget whose key does not work any more can still be renamed. */
export function changedWidgetFields(
  form: WidgetForm,
  saved: WidgetEntry,
): Partial<ReturnType<typeof bodyOf>> {
  const [after, before] = [bodyOf(form), bodyOf(widgetFormOf(saved))];
  const isChanged = ([name, value]: readonly [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]);
  return Object.fromEntries(Object.entries(after).filter(isChanged));
}

/** The parts of the form that somebody has changed. */
export function changedParts(form: WidgetForm, saved: WidgetForm): readonly (keyof WidgetForm)[] {
  return (['name', 'origins', 'packIds', 'look', 'handover', 'texts'] as const).filter(
    (part) => JSON.stringify(form[part]) !== JSON.stringify(saved[part]),
  );
}
