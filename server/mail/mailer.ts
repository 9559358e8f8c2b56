import type { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer';
import { err, ok, type Result } from '../../src/domain/result';
import { MINUTE_MS, SECOND_MS, type UnixMs } from '../../src/domain/time';
import type { Config } from '../config/config';
import { isLoopbackBind } from '../config/networks';

/** The reason why a message was not sent. A temporary failure can be tried again. */
export interface MailFailure {
  readonly isTemporary: boolean;
  /** The error code of nodemailer, such as `EENVELOPE`. */
  readonly code: string;
  /** The mail server's reply, such as 550; null when it gave none. */
  readonly reply: number | null;
}

const CONNECT_TIMEOUT_MS = 20 * SECOND_MS;
/** The mail server may scan a large attachment before it answers. */
const SILENCE_TIMEOUT_MS = 5 * MINUTE_MS;

/**
 * Creates a mailer for SMTP. A password is sent only over TLS, unless the mail server is on this
 * machine or its address has `?requireTLS=false`.
 */
export function createMailer({ server, from }: NonNullable<Config['mail']>) {
  // The library is loaded only by servers that send mail.
  const transport = openTransport(server);
  return {
    /** Resolves when the server has accepted or refused the message. `signal` aborts the sending. */
    async send(
      { to, id, date, subject, ...content }: MailMessage,
      signal?: AbortSignal,
    ): Promise<Result<null, MailFailure>> {
      try {
        await (await transport).sendMail({
          from,
          // This is an object, because a comma in a text would separate two recipients.
          to: { name: '', address: to },
          messageId: `<${id}@${domainOf(from)}>`,
          date: new Date(date),
          subject,
          ...content,
          attachments: [...content.attachments],
          // The content of a page must not refer to local files or to addresses to load.
          disableFileAccess: true,
          disableUrlAccess: true,
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...(signal && { signal }),
        });
        return ok(null);
      } catch (fault) {
        return err(mailFailureOf(fault));
      }
    },
  };
}

export type Mailer = ReturnType<typeof createMailer>;

async function openTransport(server: URL) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: server.href,
    ...(mustEncrypt(server) && { requireTLS: true }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  });
}

const mustEncrypt = ({ protocol, username, hostname }: URL): boolean =>
  protocol === 'smtp:' && username !== '' && !isLoopbackBind(hostname.replace(/^\[|\]$/g, ''));

const domainOf = (address: string): string => /@([^\s>]+)/.exec(address)?.[1] ?? 'localhost';

/** Errors of the message itself, which another try cannot fix. */
const OF_THE_MESSAGE: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE']);

function mailFailureOf(fault: unknown): MailFailure {
  if (!(fault instanceof Error)) throw fault;
  // Nodemailer throws only this type. All of its fields are optional.
  const { code = 'unknown', permanent, responseCode }: NodemailerError = fault;
  const isSettled = permanent === true && OF_THE_MESSAGE.has(code);
  return { isTemporary: !isSettled, code, reply: responseCode ?? null };
}

/** An attachment of a message. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer | Readable;
  /** The content id by which the HTML shows it. */
  readonly cid?: string;
}

export interface MailMessage {
  /** The only recipient. */
  readonly to: string;
  /** The same for every try, so that mail clients recognise duplicates. */
  readonly id: string;
  readonly date: UnixMs;
  readonly subject: string;
  readonly replyTo?: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments: readonly MailAttachment[];
}
