// Mail: messages that a job sends as soon as the mail server accepts them.
export { mailJobs, requestMail } from './mail-jobs';
export { createMailer, type Mailer } from './mailer';
