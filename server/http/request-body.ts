import {
  type Body,
  type BodyType,
  bodyMessages,
  bodyTypeOf,
  type FormError,
  type FormSource,
  oauth,
  type Route,
  readBody,
  refusedForm,
  signIn,
  takesFiles,
  type Upload,
} from '../../src/contract';
import { SECOND_MS } from '../../src/domain/time';
import type { Config } from '../config/config';
import { inTurnOf } from '../processes/main-thread';
import { ByteBudget } from './byte-budget';
import type { Exchange } from './exchange';
import { readMultipart } from './multipart-body';
import { BodyBroken, BodyTooLarge, decodeUtf8, readBytes, wholeBody } from './read-bytes';

/** The limits for a body, and the folder for parts that are too large for memory. */
export interface BodyLimits {
  /** The time in which the whole body must arrive; null for the general limit of requests. */
  readonly maxMs: number | null;
  readonly maxBytes: number;
  /** The limit for JSON and URL-encoded bodies, which are read into memory. */
  readonly maxTextBytes: number;
  readonly folder: string;
}

export type RequestBody =
  | {
      readonly kind: 'read';
      readonly source: FormSource;
      /** True if checking the fields may take long (`inTurnOf`). */
      readonly isLarge: boolean;
      dispose(): Promise<void>;
    }
  /** `isCut`: a part of it was read. */
  | { readonly kind: 'too-large'; readonly isCut: boolean }
  | { readonly kind: 'too-slow' }
  /** The client has too many bytes in memory, or all clients have. */
  | { readonly kind: 'too-much' }
  | { readonly kind: 'invalid'; readonly form: FormError };

/** Node takes 40 to 70 ms to decode 1 MB of plus signs, ten times as long as for JSON. */
const MAX_PAIRS_BYTES = 1024 * 1024;

/** A longer body is read in blocks, so that other requests run in between. */
const MAX_BYTES_AT_ONCE = 256 * 1024;

function maxBytesOf(type: BodyType | null, { maxBytes, maxTextBytes }: BodyLimits): number {
  if (type === 'multipart') return maxBytes;
  return type === 'urlencoded' ? Math.min(maxTextBytes, MAX_PAIRS_BYTES) : maxTextBytes;
}

/** A longer body is parsed in a turn of its client. */
const MAX_BYTES_WITHOUT_TURN = 4096;

/**
 * Reads the fields of a request's body for a form of the contract.
 * @param client the id of the user or the address, which takes turns with others
 */
export async function readRequestBody(
  exchange: Exchange,
  expected: Pick<Body, 'form' | 'types'>,
  limits: BodyLimits,
  client: string,
): Promise<RequestBody> {
  let timer: NodeJS.Timeout | undefined;
  let refuse: (kind: 'too-slow' | 'too-much') => void = () => undefined;
  const refused = new Promise<RequestBody>((resolve) => {
    refuse = (kind) => resolve({ kind });
    if (limits.maxMs !== null) timer = setTimeout(refuse, limits.maxMs, 'too-slow');
  });
  const memory = new BodyMemory(client, () => refuse('too-much'));
  const reading = readFields(exchange, expected, limits, client, memory);
  let isRead = false;
  try {
    const read = await Promise.race([reading, refused]);
    isRead = read.kind === 'read';
    return read;
  } finally {
    clearTimeout(timer);
    if (!isRead) {
      memory.release();
      // The connection of a refused body is closed, which ends the reading.
      const dispose = async (late: RequestBody) => late.kind === 'read' && late.dispose();
      reading.then(dispose).catch(() => undefined);
    }
  }
}

/** The bytes of bodies in memory until their requests are answered: of all clients, and of one. */
const MAX_RECEIVED_BYTES = 128 * 1024 * 1024;
const MAX_RECEIVED_BYTES_PER_CLIENT = 32 * 1024 * 1024;
const received = new ByteBudget(MAX_RECEIVED_BYTES, MAX_RECEIVED_BYTES_PER_CLIENT);
/** A check looks at all bodies, and one body can have thousands of parts. */
const UNCHECKED_BYTES = 64 * 1024;

/** Counts the bytes of one body in memory. */
class BodyMemory {
  readonly #client: string;
  readonly #leave: () => void;
  #bytes = 0;
  #uncheckedBytes = 0;

  /** @param close refuses the body, which has too many bytes */
  constructor(client: string, close: () => void) {
    this.#client = client;
    this.#leave = received.hold(client, {
      bytes: () => this.#bytes,
      close: () => {
        this.release();
        close();
      },
    });
  }

  keep(bytes: number): void {
    this.#bytes += bytes;
    this.#uncheckedBytes += Math.max(0, bytes);
    if (this.#uncheckedBytes < UNCHECKED_BYTES) return;
    this.#uncheckedBytes = 0;
    received.check(this.#client);
  }

  /** Counts no bytes from now on. */
  release(): void {
    this.#bytes = 0;
    this.#leave();
  }
}

async function readFields(
  exchange: Exchange,
  expected: Pick<Body, 'form' | 'types'>,
  limits: BodyLimits,
  client: string,
  memory: BodyMemory,
): Promise<RequestBody> {
  const { headers, request } = exchange;
  // Reading `request.body` creates a stream, so it happens only when needed.
  const body = () => request.body;
  const keep = (bytes: number) => memory.keep(bytes);
  const length = Number(headers.get('content-length') ?? 0);
  const contentType = headers.get('content-type');
  const type = bodyTypeOf(contentType ?? '');
  const maxBytes = maxBytesOf(type, limits);
  if (length > maxBytes) return { kind: 'too-large', isCut: false };
  const invalid = (message: string): RequestBody => ({
    kind: 'invalid',
    form: refusedForm(expected.form, message),
  });
  try {
    if (type !== null && !expected.types.includes(type))
      return invalid(bodyMessages.unknownContentType);
    if (type === 'multipart') {
      const read = await readMultipart(contentType ?? '', body(), limits, client, keep);
      const dispose = async () => {
        memory.release();
        await read.dispose();
      };
      if (read.source) return { kind: 'read', source: read.source, isLarge: true, dispose };
      await read.dispose();
      return invalid(bodyMessages.unreadable);
    }
    // Node enforces a declared length, so a short body can be read at once without a stream.
    const isShort = length > 0 && length <= MAX_BYTES_AT_ONCE;
    if (isShort) keep(length);
    const bytes = isShort
      ? await wholeBody(request)
      : await readBytes(body(), maxBytes, client, keep);
    const isLarge = bytes.length > MAX_BYTES_WITHOUT_TURN;
    // Decoding and parsing several megabytes take about 50 ms each.
    const text = isLarge ? await inTurnOf(client, () => decodeUtf8(bytes)) : decodeUtf8(bytes);
    const parse = () => readBody(expected.form, contentType, text);
    const read = isLarge ? await inTurnOf(client, parse) : parse();
    if (!read.ok) return { kind: 'invalid', form: read.error };
    const dispose = async () => memory.release();
    return { kind: 'read', source: read.value, isLarge, dispose };
  } catch (error) {
    if (error instanceof BodyTooLarge) return { kind: 'too-large', isCut: true };
    if (error instanceof BodyBroken) return invalid(bodyMessages.unreadable);
    throw error;
  }
}

type Sizes = Pick<Config, 'maxFormBytes' | 'maxImportBytes' | 'maxPageBytes' | 'uploadDir'>;

/**
 * The limits for requests without an account and for forms of pages. The longest password as a form has
 * 9 KB, and a registration with the largest picture and all addresses has 14 KB. A page's form can have
 * two passwords, or one and the address to return to.
 */
const MAX_OPEN_BYTES = 8 * 1024;
const MAX_OPEN_LONG_BYTES = 16 * 1024;
export const MAX_OPEN_FORM_BYTES = 32 * 1024;
export const MAX_OPEN_MS = 30 * SECOND_MS;

/** Returns the limits for bodies of a route (protocol.md section 18). */
export function bodyLimitsOf(route: Route, sizes: Sizes): BodyLimits {
  const maxBytes = maxBytesOfRoute(route, sizes);
  const maxTextBytes = Math.min(maxBytes, sizes.maxFormBytes);
  const maxMs = route.access === 'public' ? MAX_OPEN_MS : null;
  return { folder: sizes.uploadDir, maxMs, maxBytes, maxTextBytes };
}

function maxBytesOfRoute(route: Route, sizes: Sizes): number {
  const { path, access, body } = route;
  if (access === 'public') {
    const isLong = route === oauth.register || route === signIn.withPassword;
    const max = isLong ? MAX_OPEN_LONG_BYTES : MAX_OPEN_BYTES;
    return Math.min(max, sizes.maxFormBytes);
  }
  if (path.startsWith('/api/bookmarks/import/')) return sizes.maxImportBytes;
  return body && takesFiles(body.form) ? sizes.maxPageBytes : sizes.maxFormBytes;
}

/** Reads the bytes of an upload, sent as a file or as text. */
export const bytesOfUpload = async (upload: Upload): Promise<Uint8Array> =>
  typeof upload === 'string' ? Buffer.from(upload) : upload.bytes();
