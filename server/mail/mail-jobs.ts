import { randomUUID } from 'node:crypto';
import type { EMAIL_FORMATS } from '../../src/contract';
import type { JobKind } from '../jobs';
import type { Server } from '../server';
import type { BookmarkKey, Job, Repositories, UserId } from '../storage';
import type { Mailer } from './mailer';
import { sharedMessage } from './shared-message';

const MAIL_KIND = 'mail';

/** The payload of a mail job: a bookmark and its recipient. */
export type MailJob = {
  readonly bookmark: BookmarkKey;
  readonly user: UserId;
  readonly to: string;
  readonly format: (typeof EMAIL_FORMATS)[number];
  /** The id of the message, without the domain. */
  readonly id: string;
};

/** A busy or greylisting server may refuse for an hour. Ten attempts take longer. */
const MAX_MAIL_ATTEMPTS = 10;

/** Enqueues the sending of a bookmark by e-mail. */
export async function requestMail(
  { jobs }: Pick<Repositories, 'jobs'>,
  mail: Omit<MailJob, 'id'>,
): Promise<void> {
  const payload: MailJob = { ...mail, id: randomUUID() };
  await jobs.enqueue({ kind: MAIL_KIND, payload, maxAttempts: MAX_MAIL_ATTEMPTS });
}

/** Mail servers allow few parallel connections from one client. */
const PARALLEL_MAILS = 2;

/** The mail server could not accept a message for now. The text goes to logs, so it has no content. */
class MailDelayed extends Error {
  override readonly name = 'MailDelayed';
}

/** The jobs that send the messages that `requestMail` enqueued. */
export function mailJobs(server: Server, mailer: Mailer): JobKind {
  const { storage, log, now } = server;
  return {
    name: MAIL_KIND,
    parallel: PARALLEL_MAILS,
    async run(job, signal) {
      const { bookmark: key, user: userId, to, format, id } = mailOf(job);
      const user = await storage.users.find(userId);
      const bookmark = await storage.bookmarks.findByKey(key);
      if (user === null || bookmark === null) return undefined; // Deleted meanwhile.
      const envelope = { to, id, date: now() };
      const message = await sharedMessage(server, user, bookmark, format, envelope);
      const sent = await mailer.send(message, signal);
      if (sent.ok) return undefined;
      const { code, reply, isTemporary } = sent.error;
      if (isTemporary) throw new MailDelayed([code, reply].filter(Boolean).join(' '));
      log.warn('mail refused', { job: job.id, code, reply });
      return undefined;
    },
    async giveUp(job) {
      log.error('mail given up', { job: job.id });
    },
  };
}

// Only `requestMail` creates jobs of this kind.
const mailOf = ({ payload }: Job): MailJob => payload as MailJob;
