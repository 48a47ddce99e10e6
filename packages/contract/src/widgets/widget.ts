import { z } from 'zod';
import { keyOriginsSchema, keyPacksSchema } from '../access/api-key.ts';
import { keyStatuses } from '../access/roles.ts';
import { contentLimits, webAddressSchema } from '../content/content-fields.ts';
import { callerSchema } from '../fields/actor.ts';
import { idSchema } from '../fields/ids.ts';
import { languageSchema } from '../fields/language.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { handoverSettingsRequestSchema, handoverSettingsSchema } from '../visitors/handover.ts';

export const widgetLimits = {
  /** Of one tenant. */
  widgetsMax: 50,
  languagesMax: 10,
  headingMax: 80,
  greetingMax: 500,
  placeholderMax: 100,
  sampleQuestionsMax: 6,
  sampleQuestionMax: 200,
  logoBytesMax: 40 * 1024,
  logoSidePixelsMax: 512,
} as const;

const logoLengthMax = Math.ceil(widgetLimits.logoBytesMax / 3) * 4;

const themes = ['auto', 'light', 'dark'] as const;
const marks = ['each_answer', 'chat'] as const;
const positions = ['in_page', 'bottom_right', 'bottom_left'] as const;

const colorSchema = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: 'Must be a colour such as #1d4ed8' })
  .transform((color) => color.toLowerCase())
  .meta({ type: 'string', examples: ['#1d4ed8'] });

const lineSchema = (max: number) => writtenTextSchema({ max, lines: 'one' });

/** What a visitor reads before they ask, in one language. */
const givenTextsSchema = z
  .strictObject({
    language: languageSchema.meta({ description: 'The language of these texts, as a BCP 47 tag.' }),
    heading: lineSchema(widgetLimits.headingMax).nullable().default(null),
    greeting: writtenTextSchema({ max: widgetLimits.greetingMax, lines: 'many' })
      .nullable()
      .default(null)
      .meta({ description: 'Markdown that is shown until the first question.' }),
    placeholder: lineSchema(widgetLimits.placeholderMax)
      .nullable()
      .default(null)
      .meta({ description: 'The text in the empty field.' }),
    sample_questions: z
      .array(lineSchema(widgetLimits.sampleQuestionMax))
      .max(widgetLimits.sampleQuestionsMax)
      .transform((questions) => [...new Set(questions)])
      .default([])
      .meta({ description: 'Questions that a visitor can ask with one click.' }),
  })
  .meta({ id: 'WidgetTextsRequest' });

const logoSchema = z
  .base64({ error: 'Must be base64' })
  .min(1)
  .max(logoLengthMax)
  .meta({
    description: `A PNG picture as base64: at most ${widgetLimits.logoBytesMax / 1024} KiB, and ${widgetLimits.logoSidePixelsMax} pixels wide and high.`,
  });

const givenSettingsSchema = z
  .strictObject({
    position: z.enum(positions).default('in_page').meta({
      description:
        '`in_page`: where the element is. Otherwise it opens from a button in that corner of the window.',
    }),
    theme: z
      .enum(themes)
      .default('auto')
      .meta({ description: '`auto`: as the system of the visitor prefers.' }),
    accent_color: colorSchema.nullable().default(null).meta({
      description:
        'Of buttons and links, which are lightened or darkened until they can be read. Null: blue.',
    }),
    header_color: colorSchema
      .nullable()
      .default(null)
      .meta({ description: 'Behind the heading; its text is black or white. Null: as the rest.' }),
    logo: logoSchema.nullable().default(null),
    privacy_url: webAddressSchema
      .nullable()
      .default(null)
      .meta({ description: 'What “Privacy” below the chat links to. Null: there is no such link.' }),
    mark: z.enum(marks).default('each_answer').meta({
      description:
        'Where visitors read that answers are automatic: below each answer, with how its words came about, or once below the chat. The markup has it with each answer either way.',
    }),
    handover: handoverSettingsRequestSchema.nullable().default(null).meta({
      description:
        'How visitors of this widget reach a person. Null: as the settings of the tenant say, see `replaceHandoverSettings`.',
    }),
    texts: z.array(givenTextsSchema).max(widgetLimits.languagesMax).default([]).meta({
      description: 'By language, each once. Visitors read those of their language, otherwise the first.',
    }),
  })
  .meta({ id: 'WidgetSettingsRequest' });

const nameSchema = lineSchema(contentLimits.nameCodePointsMax);

export const widgetCreateRequestSchema = z
  .strictObject({
    name: nameSchema.meta({ description: 'What people call it. Visitors do not see it.' }),
    origins: keyOriginsSchema.meta({ description: 'The origins of the pages that show it.' }),
    content_pack_ids: keyPacksSchema
      .default([])
      .meta({ description: 'The content packs that visitors may ask. None: every question is refused.' }),
    settings: givenSettingsSchema.prefault({}),
  })
  .meta({ id: 'WidgetCreateRequest' });

export const widgetUpdateRequestSchema = z
  .strictObject({
    name: nameSchema.exactOptional(),
    origins: keyOriginsSchema.exactOptional(),
    content_pack_ids: keyPacksSchema.exactOptional(),
    settings: givenSettingsSchema.exactOptional().meta({ description: 'Replaces all settings.' }),
  })
  .refine((change) => Object.keys(change).length > 0, { error: 'Give at least one field to change' })
  .meta({ id: 'WidgetUpdateRequest', minProperties: 1 });

const shownTextsSchema = z
  .strictObject({
    language: languageSchema,
    heading: z.string().nullable(),
    greeting: z.string().nullable(),
    placeholder: z.string().nullable(),
    sample_questions: z.array(z.string()),
  })
  .meta({ id: 'WidgetTexts' });

/** What a page reads to show its widget. */
export const widgetSettingsSchema = z
  .strictObject({
    position: openEnum(positions, 'Where the widget is.'),
    theme: openEnum(themes, 'Whether it is light or dark.'),
    accent_color: z.string().nullable(),
    header_color: z.string().nullable(),
    logo: z.string().nullable().meta({ description: 'A PNG picture as base64.' }),
    privacy_url: z.string().nullable(),
    mark: openEnum(marks, 'Where visitors read that answers are automatic.'),
    handover: handoverSettingsSchema
      .nullable()
      .meta({ description: 'How a person is reached; null: as the settings of the tenant say.' }),
    texts: z.array(shownTextsSchema),
  })
  .meta({ id: 'WidgetSettings' });

/** With what a page checks receipts by. */
export const shownWidgetSchema = widgetSettingsSchema
  .extend({
    log_key: z.string().min(1).meta({
      description:
        'The verifier key of the log of the tenant, in C2SP format: receipts of its answers are signed by it.',
    }),
  })
  .meta({ id: 'ShownWidget', description: 'The settings of a widget, as its pages read them.' });

export const widgetSchema = z
  .strictObject({
    widget_id: idSchema('wdg'),
    name: z.string(),
    key_id: idSchema('key').meta({ description: 'Its publishable key.' }),
    key: z.string().startsWith('avw_pub_').meta({
      description: 'The text of its key, which everyone reads who opens a page with the widget.',
    }),
    key_status: openEnum(keyStatuses, 'Whether its key works.'),
    origins: z.array(z.string()),
    content_pack_ids: z.array(idSchema('pack')),
    settings: widgetSettingsSchema,
    created_at: timeSchema,
    updated_at: timeSchema,
    updated_by: callerSchema,
  })
  .meta({ id: 'Widget' });

/** Newest first. */
export const widgetPageSchema = pageSchema(widgetSchema, 'WidgetPage');

export const widgetParamsSchema = z.strictObject({
  widget_id: z.string().min(1).meta({ description: 'The id of the widget.' }),
});

export type WidgetCreateRequest = z.output<typeof widgetCreateRequestSchema>;
export type WidgetUpdateRequest = z.output<typeof widgetUpdateRequestSchema>;
export type GivenWidgetSettings = z.output<typeof givenSettingsSchema>;
export type WidgetSettings = z.output<typeof widgetSettingsSchema>;
export type WidgetEntry = z.output<typeof widgetSchema>;
