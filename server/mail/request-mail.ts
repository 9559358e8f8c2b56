import { randomUUID } from 'node:crypto';
import type { Repositories } from '../storage';
import { MAIL_KIND, type MailJob } from './mail-job';

/** A server that is busy, or lets strangers wait, may be so for an hour: ten tries are more. */
const MAX_ATTEMPTS = 10;

/** Has a bookmark sent by e-mail, as soon as the mail server takes it. */
export async function requestMail(
  { jobs }: Pick<Repositories, 'jobs'>,
  mail: Omit<MailJob, 'id'>,
): Promise<void> {
  const payload: MailJob = { ...mail, id: randomUUID() };
  await jobs.enqueue({ kind: MAIL_KIND, payload, maxAttempts: MAX_ATTEMPTS });
}
