/** One server-sent event. */
export interface ServerEvent {
  /** The last event id at this point; empty if there was none. */
  readonly id: string;
  /** The event's name; `message` if it has none. */
  readonly type: string;
  readonly data: string;
}

/**
 * An incremental parser of server-sent events. The input may be cut anywhere.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export class EventParser {
  readonly #decoder = new TextDecoder();
  readonly #maxEventLength: number;
  #rest = '';
  #data: string[] = [];
  #length = 0;
  #type = '';
  #id: string;
  #retryMs: number | null = null;

  constructor(lastEventId = '', maxEventLength = 1024 * 1024) {
    this.#id = lastEventId;
    this.#maxEventLength = maxEventLength;
  }

  /** The reconnection time that the server requested in ms; null if it requested none. */
  get retryMs(): number | null {
    return this.#retryMs;
  }

  /** The id to send when the stream is opened again. It may change without an event. */
  get lastEventId(): string {
    return this.#id;
  }

  /** Returns the events that these bytes complete. */
  write(chunk: Uint8Array): readonly ServerEvent[] {
    this.#rest += this.#decoder.decode(chunk, { stream: true });
    const events: ServerEvent[] = [];
    // A carriage return at the end may be the first half of a line end.
    const line = /([^\r\n]*)(?:\r\n|\n|\r(?!$))/y;
    let end = 0;
    for (let match = line.exec(this.#rest); match; match = line.exec(this.#rest)) {
      end = line.lastIndex;
      const event = this.#takeLine(match[1] ?? '');
      if (event) events.push(event);
    }
    this.#rest = this.#rest.slice(end);
    if (this.#rest.length > this.#maxEventLength) this.#rest = '';
    return events;
  }

  #takeLine(line: string): ServerEvent | null {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data' && this.#length <= this.#maxEventLength) {
      this.#data.push(value);
      // Empty lines count, too. Otherwise endless ones would never reach the limit.
      this.#length += value.length + 1;
    }
    if (name === 'event') this.#type = value;
    if (name === 'id' && !value.includes('\0')) this.#id = value;
    if (name === 'retry' && /^\d+$/.test(value)) this.#retryMs = Number(value);
    return null;
  }

  #dispatch(): ServerEvent | null {
    const data = this.#data;
    const isWhole = this.#length <= this.#maxEventLength;
    const type = this.#type || 'message';
    this.#type = '';
    this.#data = [];
    this.#length = 0;
    return data.length > 0 && isWhole ? { id: this.#id, type, data: data.join('\n') } : null;
  }
}
