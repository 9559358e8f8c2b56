import type { Browser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { LoadedImage, SettledDropReason } from '../../capture/capture';
import type { ImageLimits } from '../../capture/images/limits';
import { joinedBytes } from '../../domain/read-bytes';
import { SECOND_MS } from '../../domain/time';
import { anyOf, count, text } from '../../messages/schemas';
import { fromBase64, IMAGE_CHUNK_BYTES, type ImageMessage, type ImageRequest } from './image-port';

/** The longest time that the page may take for one image. */
const SILENCE_LIMIT_MS = 20 * SECOND_MS;

const ImageMessageSchema: z.ZodMiniType<ImageMessage> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('chunk'),
      base64: text(Math.ceil(IMAGE_CHUNK_BYTES / 3) * 4),
    }),
    z.strictObject({
      kind: z.literal('loaded'),
      index: count,
      mimeType: z.string().check(z.regex(/^image\/[\w.+-]{1,60}$/)),
      width: count,
      height: count,
    }),
    z.strictObject({
      kind: z.literal('dropped'),
      index: count,
      reason: anyOf<SettledDropReason>({
        'not-readable': true,
        'too-many': true,
        'too-large': true,
        'not-an-image': true,
        failed: true,
        quota: true,
      }),
    }),
    z.strictObject({ kind: z.literal('done') }),
  ]),
);

type Port = Pick<Browser.runtime.Port, 'postMessage' | 'disconnect' | 'onMessage' | 'onDisconnect'>;

interface Limits extends Pick<ImageLimits, 'maxImages' | 'maxTotalBytes'> {
  /** Addresses that `maxImages` does not count: the icon and the lead image. */
  readonly uncounted?: ReadonlySet<string>;
}

/**
 * The background's side: passes images to `keep` in batches, each of `wanted` once and within
 * `limits`. Ends when the page is done, disconnects, times out or violates the protocol, or when
 * `keep` returns false. Returns the addresses of the wanted images that did not arrive.
 */
export async function receiveImages(
  port: Port,
  wanted: readonly string[],
  limits: Limits,
  keep: (images: readonly LoadedImage[]) => Promise<boolean>,
): Promise<readonly string[]> {
  const missing = new Set(wanted);
  const assembler = createImageAssembler(limits);
  const images = batchImages(keep);
  for await (const message of messagesOf(port)) {
    if (message.kind === 'done') break;
    if (message.kind === 'chunk') {
      if (!assembler.add(message.base64)) break;
      continue;
    }
    const url = wanted[message.index];
    if (url === undefined || !missing.delete(url)) break;
    const image = message.kind === 'loaded' ? assembler.take(url, message) : dropped(url, message);
    if (!(await images.add(image))) break;
    if (message.kind === 'loaded' && !post(port, { kind: 'next' })) break;
  }
  port.disconnect();
  await images.end();
  return [...missing];
}

/** Returns false if the page has disconnected, because browsers throw on a closed port. */
function post(port: Port, request: ImageRequest): boolean {
  try {
    port.postMessage(request);
    return true;
  } catch {
    return false;
  }
}

/** Assembles the chunks of the current image, within the limits. */
function createImageAssembler({ maxImages, maxTotalBytes, uncounted }: Limits) {
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let total = 0;
  let taken = 0;
  return {
    /** Returns false if the chunk is not base64, or exceeds the limits. */
    add(base64: string): boolean {
      const chunk = fromBase64(base64);
      total += chunk?.length ?? 0;
      if (chunk === null || total > maxTotalBytes) return false;
      chunks.push(chunk);
      return true;
    },
    take(url: string, { mimeType, width, height }: ImageMessage & { kind: 'loaded' }): LoadedImage {
      const bytes = joinedBytes(chunks);
      chunks = [];
      if (bytes.length === 0) return dropped(url, { reason: 'failed' });
      if (!uncounted?.has(url)) taken += 1;
      return taken > maxImages
        ? dropped(url, { reason: 'too-many' })
        : { kind: 'loaded', url, bytes, mimeType, width, height };
    },
  };
}

const dropped = (url: string, { reason }: { reason: SettledDropReason }): LoadedImage => ({
  kind: 'dropped',
  url,
  reason,
});

/**
 * Yields the parsed messages of the port. Ends at the first invalid message, at the disconnect, or
 * after the timeout.
 */
async function* messagesOf(port: Port): AsyncGenerator<ImageMessage> {
  const waiting: (ImageMessage | null)[] = [];
  let wake = () => {};
  const put = (message: ImageMessage | null) => {
    waiting.push(message);
    wake();
  };
  port.onMessage.addListener((message: unknown) => {
    const parsed = ImageMessageSchema.safeParse(message);
    put(parsed.success ? parsed.data : null);
  });
  port.onDisconnect.addListener(() => put(null));
  for (;;) {
    const message = waiting.shift();
    if (message === null) return;
    if (message !== undefined) {
      yield message;
      continue;
    }
    const silence = setTimeout(() => put(null), SILENCE_LIMIT_MS);
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    clearTimeout(silence);
  }
}

/**
 * Each write replaces the whole article, so images that arrive within this time are written
 * together.
 */
const IMAGE_BATCH_MS = 250;
/** The most bytes that may wait in memory, or be lost when a worker dies. */
const MAX_WAITING_BYTES = 4_000_000;
const MAX_WAITING_IMAGES = 2_000;

/**
 * Writes images to the library in batches.
 * @param keep writes images; returns false if the library takes no more, and is then not called
 * again
 */
export function batchImages(keep: (images: readonly LoadedImage[]) => Promise<boolean>) {
  let waiting: LoadedImage[] = [];
  let waitingBytes = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTaken = true;
  let writing = Promise.resolve();

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const images = waiting;
    waiting = [];
    waitingBytes = 0;
    if (images.length === 0) return writing;
    writing = writing.then(async () => {
      if (isTaken) isTaken = await keep(images);
    });
    // Reported by `end`, or by the `add` that waits for it.
    writing.catch(() => {
      isTaken = false;
    });
    return writing;
  }

  return {
    /** Waits only if much is waiting already. Returns false if the library takes no more. */
    async add(image: LoadedImage): Promise<boolean> {
      waiting.push(image);
      if (image.kind === 'loaded') waitingBytes += image.bytes.length;
      if (waitingBytes >= MAX_WAITING_BYTES || waiting.length >= MAX_WAITING_IMAGES) await write();
      else timer ??= setTimeout(write, IMAGE_BATCH_MS);
      return isTaken;
    },
    /** Writes the remaining images; rejects if any write failed. */
    end: write,
  };
}
