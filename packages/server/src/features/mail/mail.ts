import { AppError } from '@avow/foundation';

/** An e-mail to one person, in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export const mailLimits = {
  addressCharsMax: 254,
  subjectCharsMax: 200,
  textCharsMax: 60_000,
  /** Of one tenant. What is queued beyond is left out: the event that it reports is on record anyway. */
  pendingMax: 2000,
} as const;

/** One address without a name. Who accepts it is found out by sending. */
const addressPattern = /^[^\s"'(),:;<>@[\\\]]+@[^\s"'(),:;<>@[\\\]]+$/;

/** Whether mail can be sent to this. */
export function isMailAddress(text: string): boolean {
  return text.length <= mailLimits.addressCharsMax && addressPattern.test(text);
}

/** As it is stored: within the limits, and with a subject of one line. Throws if there is nobody to send it to. */
export function fitMail({ to, subject, text }: Mail): Mail {
  if (!isMailAddress(to)) throw new AppError('internal', { cause: new Error('not an address for mail') });
  return { to, ...fitWords({ subject, text }) };
}

/** The same for mail to somebody who is known only to the store. */
export function fitWords({ subject, text }: Omit<Mail, 'to'>): Omit<Mail, 'to'> {
  return {
    subject: subject.replaceAll(/\s+/g, ' ').trim().slice(0, mailLimits.subjectCharsMax),
    text: text.slice(0, mailLimits.textCharsMax),
  };
}

/** Whether there is a server to send mail through. */
export function canSendMail({
  smtpServer,
  mailFrom,
}: {
  readonly smtpServer: object | null;
  readonly mailFrom: string | null;
}): boolean {
  return smtpServer !== null && mailFrom !== null;
}

/** What others need to know of mail before they queue it. */
export interface Mailer {
  /** Whether there is a server to send mail through. What is queued while there is none is dropped once it is too old. */
  readonly isOn: boolean;
}
