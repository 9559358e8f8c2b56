import type { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer';
import { err, MINUTE_MS, ok, type Result, SECOND_MS, type UnixMs } from '../../src/domain';
import type { Config } from '../config/config';
import { isLoopbackBind } from '../config/networks';

/** Why a message did not go out; a temporary reason may be gone later. */
export interface MailFailure {
  readonly isTemporary: boolean;
  /** Of nodemailer, such as `EENVELOPE`. */
  readonly code: string;
  /** The mail server's reply, such as 550; null when it gave none. */
  readonly reply: number | null;
}

/** Hands messages over to a mail server. */
export interface Mailer {
  /** Resolves once the server has taken the message, or has not; `signal` ends that. */
  send(message: MailMessage, signal?: AbortSignal): Promise<Result<null, MailFailure>>;
}

const CONNECT_TIMEOUT_MS = 20 * SECOND_MS;
/** The mail server may look through a book before it says yes. */
const SILENCE_TIMEOUT_MS = 5 * MINUTE_MS;

/**
 * A mailer by SMTP. A password goes over an encrypted line only, unless the mail server is on this
 * very machine; `?requireTLS=false` in its address says otherwise.
 */
export function createMailer({ server, from }: NonNullable<Config['mail']>): Mailer {
  // Few servers send mail: the others need not load it.
  const transport = openTransport(server);
  return {
    async send({ to, id, date, subject, ...content }, signal) {
      try {
        await (await transport).sendMail({
          from,
          // Not as text, in which a comma would be a second recipient.
          to: { name: '', address: to },
          messageId: `<${id}@${domainOf(from)}>`,
          date: new Date(date),
          subject,
          ...content,
          attachments: [...content.attachments],
          // Nothing that a page says may name a file of this machine or an address to load.
          disableFileAccess: true,
          disableUrlAccess: true,
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...(signal && { signal }),
        });
        return ok(null);
      } catch (fault) {
        return err(failureOf(fault));
      }
    },
  };
}

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

/** What is wrong with a line or a password, somebody may mend; with a message, nobody. */
const OF_THE_MESSAGE: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE']);

function failureOf(fault: unknown): MailFailure {
  if (!(fault instanceof Error)) throw fault;
  // What nodemailer throws is always one, all of whose fields are optional.
  const { code = 'unknown', permanent, responseCode }: NodemailerError = fault;
  const isSettled = permanent === true && OF_THE_MESSAGE.has(code);
  return { isTemporary: !isSettled, code, reply: responseCode ?? null };
}

/** A file that goes with a message. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer | Readable;
  /** How the HTML of the message names it: it is part of that, not a file to keep. */
  readonly cid?: string;
}

export interface MailMessage {
  /** The one address that it goes to. */
  readonly to: string;
  /** Stays the same when it is sent again, so that whoever gets it twice can tell. */
  readonly id: string;
  readonly date: UnixMs;
  readonly subject: string;
  readonly replyTo?: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments: readonly MailAttachment[];
}
