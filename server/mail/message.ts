import type { Readable } from 'node:stream';
import type { UnixMs } from '../../src/domain';

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
