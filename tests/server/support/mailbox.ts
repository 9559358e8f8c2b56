import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A message as the mail server received it. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** The bytes of the message as Latin-1 text. */
  readonly raw: string;
  readonly mail: Email;
}

/** A mail server that keeps the messages it receives. */
export interface Mailbox {
  readonly port: number;
  readonly received: Received[];
  /** Refuses the next recipients with this SMTP code; 0 accepts all. */
  refuseWith(code: number): void;
  /** Does not answer the next recipient. Resolves when the client has named it. */
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
