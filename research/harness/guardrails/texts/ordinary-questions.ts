import { readRows } from '../../data-sets.ts';
import { takeSample } from '../../take-sample.ts';
import { isOfPart, type SampleSize } from './text-set.ts';

/** Who asks, of the sources of `asked_questions` and `medquad_faq` that no model was trained on. */
const askedSources: Readonly<Record<string, readonly string[]>> = {
  handbook: ['PagerDuty__incident-response-docs', 'carpentries__handbook', 'clef__handbook'],
  developer: ['jitsi__handbook', 'thoughtbot__guides', 'ubuntu__ubuntu-desktop-documentation'],
  government: ['GSA__fedramp-gov', '18F__identity-site', 'alphagov__notifications-admin'],
};
const medicalSources = ['CDC', 'NHLBI', 'NIHSeniorHealth'];

/** Questions of six kinds of people that no guardrail should block. */
export function readOrdinaryQuestions(
  dataFolder: string,
  size: SampleSize,
): ReadonlyArray<{ readonly kind: string; readonly questions: readonly string[] }> {
  const asked = readRows<{ id: string; q: string }>(dataFolder, 'asked_questions/questions');
  const reported = <Row>(name: string) =>
    readRows<Row>(dataFolder, name).filter((_, place) => isOfPart(place, 'report'));
  const medical = readRows<{ src: string; question: string }>(dataFolder, 'medquad_faq/faq');
  const kinds: Record<string, string[]> = {
    banking: reported<{ text: string }>('banking77/all').map(({ text }) => text),
    medical: medical.filter(({ src }) => medicalSources.includes(src)).map(({ question }) => question),
    ...Object.fromEntries(
      Object.entries(askedSources).map(([kind, sources]) => [
        kind,
        asked.filter(({ id }) => sources.includes(id.split('|', 1)[0] ?? '')).map(({ q }) => q),
      ]),
    ),
    everyday: [
      ...reported<{ text: string }>('clinc150/all').map(({ text }) => text),
      ...reported<{ question: string }>('nq_open/efficientqa_dev').map(({ question }) => question),
    ],
  };
  return Object.entries(kinds).map(([kind, questions]) => ({
    kind,
    questions: takeSample([...new Set(questions)], size),
  }));
}
