import type { CDPSession, Connection, Protocol } from 'puppeteer-core';
import { until } from '../../tests/e2e/support/until';

/** The size of the popup. */
const POPUP_SIZE = { width: 400, height: 600 } as const;

/** A tab that no debugger is attached to but while it is asked something. */
export class Tab {
  readonly id: string;
  readonly #connection: Connection;
  readonly #info: Protocol.Target.TargetInfo;

  constructor(connection: Connection, info: Protocol.Target.TargetInfo) {
    this.#connection = connection;
    this.#info = info;
    this.id = info.targetId;
  }

  /** What the expression gives, waited for, as JSON. Throws what it throws. */
  async evaluate<T>(expression: string): Promise<T> {
    const session = await this.#attach();
    try {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) {
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value; // whoever asks knows what
    } finally {
      await session.detach();
    }
  }

  /** Goes to an address, as large inside as the popup; stays attached for that. */
  async goToSmall(url: string): Promise<void> {
    const session = await this.#attach();
    const size = { ...POPUP_SIZE, deviceScaleFactor: 1, mobile: false };
    await session.send('Emulation.setDeviceMetricsOverride', size);
    await session.send('Page.navigate', { url });
  }

  close(): Promise<unknown> {
    return this.#connection.send('Target.closeTarget', { targetId: this.id });
  }

  #attach(): Promise<CDPSession> {
    // A tab that has just been opened is refused now and then.
    return until('the tab can be reached', () => this.#connection.createSession(this.#info));
  }
}
