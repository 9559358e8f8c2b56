import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A message as the mail server got it. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came over the line. */
  readonly raw: string;
  readonly mail: Email;
}

/** A mail server that keeps what it is given. */
export interface Mailbox {
  readonly port: number;
  readonly received: Received[];
  /** Replies of this code to the next recipients; 0: takes everything. */
  refuseWith(code: number): void;
  /** Says nothing to the next recipient; resolves when it was named. */
  fallSilent(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a mail server on a free port of this machine. */
export async function openMailbox(): Promise<Mailbox> {
  const received: Received[] = [];
  let refusal = 0;
  let onSilence: (() => void) | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_, __, done) {
      if (onSilence) return onSilence();
      if (refusal === 0) return done();
      return done(Object.assign(new Error('Not now'), { responseCode: refusal }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const bytes = Buffer.concat(chunks);
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: bytes.toString('latin1'),
          mail: await PostalMime.parse(bytes),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    // The address of a TCP server is never a path.
    port: (server.server.address() as AddressInfo).port,
    received,
    refuseWith(code) {
      refusal = code;
    },
    fallSilent: () =>
      new Promise((resolve) => {
        onSilence = () => {
          onSilence = null;
          resolve();
        };
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
