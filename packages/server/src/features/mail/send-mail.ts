import type { MailServer } from '../../config/mail-settings.ts';
import type { Sent } from './judge-sending.ts';
import type { Mail } from './mail.ts';

interface SendMailOptions {
  readonly server: MailServer;
  readonly from: string;
  readonly timeoutMs: number;
}

/** Sends one mail. The id is the same at each attempt, so that a receiver can tell a repetition. Never rejects. */
export type SendMail = (mail: Mail & { readonly id: string }) => Promise<Sent>;

/** Loaded only where mail is set up. */
export async function openSendMail({ server, from, timeoutMs }: SendMailOptions): Promise<SendMail> {
  const { createTransport } = await import('nodemailer');
  const { host, port, isSecure, user, password } = server;
  const transport = createTransport({
    ...{ host, port, secure: isSecure },
    // A password is not sent over a network that anybody could read.
    requireTLS: user !== null && !isSecure && !isThisMachine(host),
    ...(user === null ? {} : { auth: { user, pass: password } }),
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  const domain = from.replace(/^.*@/, '').replace(/>$/, '');
  return async ({ id, to, subject, text }) => {
    const headers = { 'auto-submitted': 'auto-generated' };
    const message = { from, to: { name: '', address: to }, subject, text, headers };
    try {
      await transport.sendMail({ ...message, messageId: `<${id}@${domain}>` });
      return 'ok';
    } catch (error) {
      return isRefusal(error) ? 'refused' : 'unreachable';
    }
  };
}

/** Whether the server will never take this mail, whatever happens: it says so of the recipient or of the text. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isOfMail && typeof responseCode === 'number' && responseCode >= 500;
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
