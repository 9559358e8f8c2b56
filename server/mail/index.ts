// Mail: what goes out by e-mail, after the answer, as soon as a mail server takes it.
export { mailJobs, requestMail } from './mail-jobs';
export { createMailer, type Mailer } from './mailer';
