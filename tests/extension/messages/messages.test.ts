import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { err, ok } from '../../../src/domain/result';
import { serveMessages } from '../../../src/extension/messages/serve-messages';
import {
  type Background,
  createBackground,
  type ExtensionBackground,
} from '../../../src/messages/background-client';
import { answerMessage, refuse } from '../../../src/messages/message-table';
import {
  type EXTENSION_MESSAGES,
  type ExtensionHandlers,
  MESSAGES,
} from '../../../src/messages/messages';
import { fakeBackground } from '../../ui/fake-background';

const OWN = { id: 'leafmark', origin: 'chrome-extension://leafmark/' };
const POPUP = { id: OWN.id, url: `${OWN.origin}popup.html` };
const ID = 'b1' as BookmarkId;
const PAINTED = Promise.resolve();

const handlers = (override: Partial<ExtensionHandlers> = {}): ExtensionHandlers => ({
  // The client and the handlers differ in the failures only.
  ...(fakeBackground() as ExtensionHandlers),
  fetchImages: async () => ok(3),
  ...override,
});

/** Sends a message to the background and returns the answer. */
function ask(message: unknown, sender: { id?: string; url?: string } = POPUP, own = handlers()) {
  const refuseAll = async () => refuse('foreign-sender');
  const inPages = { script: refuseAll, frame: refuseAll, frameAddress: `${OWN.origin}frame.html` };
  const listener = serveMessages(own, OWN, inPages);
  return new Promise<unknown>((resolve) => listener(message, sender, resolve));
}

/** Connects a page to a background through JSON, as the browser does. */
const connected = (own = handlers()) =>
  createBackground<typeof EXTENSION_MESSAGES>(PAINTED, async (message) =>
    JSON.parse(JSON.stringify(await ask(JSON.parse(JSON.stringify(message)), POPUP, own))),
  );

describe('serveMessages', () => {
  it('answers a page of the extension', async () => {
    expect(await ask({ name: 'fetchImages', request: { id: 'b1' } })).toEqual(ok(3));
  });

  it.each([
    ['an unknown name', { name: 'formatDisk', request: {} }, 'unknown-message'],
    ['a name every object has', { name: 'toString', request: {} }, 'unknown-message'],
    ['no message at all', null, 'malformed'],
    ['a message without a request', { name: 'describePage' }, 'malformed'],
    [
      'a message with an extra field',
      { name: 'describePage', request: { save: true }, to: 1 },
      'malformed',
    ],
    [
      'a request of the wrong type',
      { name: 'describePage', request: { save: 'yes' } },
      'malformed',
    ],
    [
      'a request with an extra field',
      { name: 'describePage', request: { save: true, x: 1 } },
      'malformed',
    ],
    ['an endless id', { name: 'captureAgain', request: { id: 'x'.repeat(65) } }, 'malformed'],
  ])('refuses %s', async (_, message, reason) => {
    expect(await ask(message)).toEqual(err({ kind: 'refused', reason }));
  });

  it.each([
    ['a content script of Leafmark', { id: OWN.id, url: 'https://example.org/' }],
    [
      'an address with the same beginning as the extension’s',
      { id: OWN.id, url: 'chrome-extension://leafmark.evil/' },
    ],
    ['another extension', { id: 'other', url: POPUP.url }],
    ['an unknown sender', {}],
  ])('refuses %s and does nothing', async (_, sender) => {
    const describePage = vi.fn(handlers().describePage);
    const reply = await ask(
      { name: 'describePage', request: { save: true } },
      sender,
      handlers({ describePage }),
    );
    expect(reply).toEqual(err({ kind: 'refused', reason: 'foreign-sender' }));
    expect(describePage).not.toHaveBeenCalled();
  });

  it('answers with a failure when a handler throws', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    const reply = await ask(
      { name: 'libraryChanged', request: {} },
      POPUP,
      handlers({ libraryChanged: () => Promise.reject(new Error('disk on fire')) }),
    );
    expect(reply).toEqual(err({ kind: 'failed', detail: 'Error: disk on fire' }));
    expect(complaint).toHaveBeenCalledOnce();
    complaint.mockRestore();
  });
});

describe('the background as a page sees it', () => {
  afterEach(() => vi.useRealTimers());

  it('returns answers and failures of the background to the page', async () => {
    const background = connected();
    expect(await background.describePage({ save: false })).toEqual(ok({ kind: 'nothing' }));
    expect(await background.captureAgain({ id: ID })).toEqual(err({ kind: 'not-in-front' }));
    expect(await background.fetchImages({ id: ID })).toEqual(ok(3));
    expect(await background.libraryChanged()).toEqual(ok(null));
  });

  it('sends the message before it loads anything', () => {
    const transport = vi.fn(() => new Promise<never>(() => {}));
    void createBackground<typeof EXTENSION_MESSAGES>(PAINTED, transport).describePage({
      save: true,
    });
    expect(transport).toHaveBeenCalledWith({ name: 'describePage', request: { save: true } });
  });

  it('parses no answer before the page has painted', async () => {
    let paint = () => {};
    const painted = new Promise<void>((resolve) => {
      paint = resolve;
    });
    const read = vi.fn();
    const transport = async () => ok({ kind: 'nothing' });
    const described = createBackground<typeof EXTENSION_MESSAGES>(painted, transport)
      .describePage({ save: true })
      .then(read);
    await vi.dynamicImportSettled();
    expect(read).not.toHaveBeenCalled();
    paint();
    await described;
    expect(read).toHaveBeenCalledExactlyOnceWith(ok({ kind: 'nothing' }));
  });

  it.each([
    ['an unknown object', { hello: 1 }],
    ['nothing', undefined],
    ['an unknown state', ok({ kind: 'eaten' })],
    ['a state without its fields', ok({ kind: 'unsaved', url: 'https://a.example/' })],
    ['an unknown failure', err({ kind: 'on-fire' })],
  ])('fails when the reply is %s', async (_, reply) => {
    const result = await createBackground<typeof EXTENSION_MESSAGES>(
      PAINTED,
      async () => reply,
    ).describePage({ save: true });
    expect(result).toEqual(err({ kind: 'failed', detail: 'not a reply to describePage' }));
  });

  it('returns unreachable when there is no listener', async () => {
    const background = createBackground<typeof EXTENSION_MESSAGES>(PAINTED, () =>
      Promise.reject(new Error('no receiving end')),
    );
    expect(await background.describePage({ save: true })).toEqual(err({ kind: 'unreachable' }));
    expect(await background.libraryChanged()).toEqual(err({ kind: 'unreachable' }));
  });

  it('returns unreachable when no reply arrives in 30 seconds', async () => {
    vi.useFakeTimers();
    const answer = createBackground<typeof EXTENSION_MESSAGES>(
      PAINTED,
      () => new Promise(() => {}),
    ).describePage({
      save: true,
    });
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await answer).toEqual(err({ kind: 'unreachable' }));
  });
});

describe('a message about what only the extension can do', () => {
  it('does not compile in a page that the web app shows, too', () => {
    expectTypeOf<ExtensionBackground>().toHaveProperty('captureAgain');
    expectTypeOf<Background>().not.toHaveProperty('captureAgain');
    expectTypeOf<Background>().toHaveProperty('fetchArticle');
  });

  it('is refused by the background of the web app', async () => {
    expect(await answerMessage(MESSAGES, handlers(), 'captureAgain', { id: ID })).toEqual(
      refuse('unknown-message'),
    );
  });
});
