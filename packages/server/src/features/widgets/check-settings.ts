import { type GivenWidgetSettings, widgetLimits } from '@avow/contract/widgets';
import { AppError, type InputFault } from '@avow/foundation';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The first chunk of every PNG picture begins with its width and height. */
const headerAt = 12;
const sizeAt = 16;
const headerEnd = 33;

/** Refuses a language that is given twice, and a logo that browsers cannot draw, as far as its first bytes say. */
export function requireUsable({ logo, texts }: GivenWidgetSettings): void {
  const message = logo === null ? null : faultOf(Buffer.from(logo, 'base64'));
  const errors: InputFault[] = [
    ...(message === null ? [] : [{ pointer: '/settings/logo', code: 'invalid_value', message } as const]),
    ...repeatedOf(texts.map(({ language }) => language.toLowerCase())).map((at) => ({
      pointer: `/settings/texts/${at}/language`,
      code: 'invalid_value' as const,
      message: 'Is given twice',
    })),
  ];
  if (errors.length > 0)
    throw new AppError('validation_failed', { detail: 'The settings of the widget are not valid.', errors });
}

const repeatedOf = (languages: readonly string[]): number[] =>
  languages.flatMap((language, at) => (languages.indexOf(language) < at ? [at] : []));

function faultOf(bytes: Buffer): string | null {
  const { logoBytesMax, logoSidePixelsMax } = widgetLimits;
  if (bytes.length > logoBytesMax) return `Must have at most ${logoBytesMax / 1024} KiB`;
  const isPicture =
    bytes.length > headerEnd &&
    bytes.subarray(0, signature.length).equals(signature) &&
    bytes.toString('latin1', headerAt, sizeAt) === 'IHDR';
  if (!isPicture) return 'Must be a PNG picture';
  const sides = [bytes.readUInt32BE(sizeAt), bytes.readUInt32BE(sizeAt + 4)];
  return sides.every((side) => side >= 1 && side <= logoSidePixelsMax)
    ? null
    : `Must be at most ${logoSidePixelsMax} pixels wide and high`;
}
