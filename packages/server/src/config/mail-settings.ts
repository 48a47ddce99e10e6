import { optionalText, type Setting } from './settings.ts';

/** A server that takes mail. */
export interface MailServer {
  readonly kind: 'smtp';
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. Otherwise the connection is upgraded as soon as the server offers it. */
  readonly isSecure: boolean;
  readonly user: string | null;
  readonly password: string;
}

const submissionPort = 587;
const securePort = 465;

const smtpServer: Setting<MailServer | null> = {
  variable: 'AVOW_SMTP_URL',
  meaning:
    'The server that e-mail is sent through, such as `smtp://user:password@mail.example.org:587`, which upgrades the connection to TLS, or `smtps://…` for TLS from the first byte. With a password, a connection without TLS is refused, except to this machine. Without it, no e-mail is sent.',
  defaultText: 'none',
  secret: true,
  read: (text) => {
    if (text === undefined) return null;
    const url = URL.canParse(text) ? new URL(text) : null;
    const isSmtp = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
    if (!isSmtp || url.search !== '' || url.hash !== '' || !/^\/?$/.test(url.pathname))
      throw new Error(
        'must be an address as smtp://user:password@host:587 or smtps://user:password@host:465',
      );
    const isSecure = url.protocol === 'smtps:';
    return {
      ...{ kind: 'smtp', host: url.hostname.replace(/^\[|\]$/g, ''), isSecure },
      port: url.port === '' ? (isSecure ? securePort : submissionPort) : Number(url.port),
      user: url.username === '' ? null : decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    };
  },
};

/** Where e-mail goes out. */
export const mailSettings = {
  smtpServer,
  mailFrom: {
    ...optionalText({
      variable: 'AVOW_MAIL_FROM',
      meaning:
        'Who e-mail is from: an address, or a name with one, such as `Acme answers <answers@example.org>`.',
    }),
    read: (text) => {
      if (text === undefined) return null;
      if (/^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(text)) return text;
      throw new Error('must be an address such as answers@example.org, or a name with one in angle brackets');
    },
  } satisfies Setting<string | null>,
};

/** What is wrong with these settings together. */
export function mailFaults(textOf: (variable: string) => string | undefined): string[] {
  const { smtpServer: server, mailFrom } = mailSettings;
  const isAlone = (textOf(server.variable) === undefined) !== (textOf(mailFrom.variable) === undefined);
  return isAlone ? [`${server.variable} and ${mailFrom.variable} have to be set together`] : [];
}
