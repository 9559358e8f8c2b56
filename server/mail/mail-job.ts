import type { EMAIL_FORMATS } from '../../src/contract';
import type { BookmarkKey, UserId } from '../storage';

export const MAIL_KIND = 'mail';

/** The payload of a mail job: a bookmark and its recipient. */
export type MailJob = {
  readonly bookmark: BookmarkKey;
  readonly user: UserId;
  readonly to: string;
  readonly format: (typeof EMAIL_FORMATS)[number];
  /** Of the message. */
  readonly id: string;
};
