import { beforeEach, describe, expect, it } from 'vitest';
import type { Highlight } from '../../../src/domain/highlight';
import { err, ok, type Result } from '../../../src/domain/result';
import { highlightRepository } from '../../../src/library';
import { value } from '../../library/library';
import { OWN_ORIGIN } from '../support/fake-extension';
import { URL_A, useBackground } from '../support/running-background';

const background = useBackground();
const FRAME = `${OWN_ORIGIN}highlight-frame.html`;
const TOKEN = 'token-of-the-script';
const REFUSED = err({ kind: 'refused', reason: 'foreign-sender' });

interface Sender {
  readonly url: string;
  readonly frameId?: number;
  readonly documentId?: string;
  readonly tab?: { readonly id: number };
}

const send = (message: unknown, sender: Sender) =>
  new Promise<Result<unknown, { kind: string }>>((resolve) => {
    const from = { id: 'leafmark', tab: { id: 1, title: 'A page' }, ...sender };
    background.fake.event('runtime.onMessage').fire(message, from, resolve);
  });

/** Sends a message as the script in the main frame of a page does. */
const asScript = (name: string, request: object, url = URL_A) =>
  send({ name, request: { url, ...request } }, { url, frameId: 0 });

/** Sends a message as the frame in the page does. */
const asFrame = (name: string, request: object, sender: Partial<Sender> = {}, token = TOKEN) =>
  send({ name, request, token }, { url: FRAME, frameId: 7, documentId: 'first', ...sender });

let added: Highlight;
const notes = async () =>
  (await background.library.part(highlightRepository).ofBookmark(added.bookmarkId)).map(
    ({ note }) => note,
  );

beforeEach(async () => {
  background.start();
  background.fake.addTab({ id: 1, url: URL_A });
  const quote = { exact: 'these words', prefix: '', suffix: '' };
  added = value(
    await asScript('addHighlight', { quote, color: 'red', position: null }),
  ) as Highlight;
});

describe('the frame that the script in a page has opened', () => {
  beforeEach(async () => {
    value(await asScript('openFrame', { token: TOKEN }));
  });

  it('reads and writes the notes of that page, also after the worker was stopped', async () => {
    expect(value(await asFrame('readFrame', {}))).toMatchObject({
      url: URL_A,
      highlights: [{ id: added.id, note: '' }],
      localOnly: [],
    });
    for (const event of Object.values(background.fake.events)) event.listeners.clear();
    background.start();
    value(await asFrame('setNote', { id: added.id, note: 'Why?' }));
    expect(await notes()).toEqual(['Why?']);
    expect(background.fake.told).toContainEqual([1, 'highlights-changed']);
  });

  it.each<[string, Partial<Sender>, string?]>([
    ['with another token', {}, 'guessed'],
    ['in another tab', { tab: { id: 2 } }],
    ['as a whole page', { frameId: 0 }],
  ])('is another one %s, and is refused', async (_, sender, token) => {
    expect(await asFrame('readFrame', {}, sender, token)).toEqual(REFUSED);
    expect(await asFrame('setNote', { id: added.id, note: 'x' }, sender, token)).toEqual(REFUSED);
    expect(await notes()).toEqual(['']);
  });

  it('is the first document with its token, and a second one is refused', async () => {
    value(await asFrame('readFrame', {}));
    expect(await asFrame('readFrame', {}, { documentId: 'second' })).toEqual(REFUSED);
    value(await asFrame('readFrame', {}));
  });

  it('cannot write to a highlight of another page', async () => {
    const url = 'https://other.example/page';
    value(await asScript('openFrame', { token: 'other' }, url));
    const written = await asFrame('setNote', { id: added.id, note: 'x' }, {}, 'other');
    expect(written).toEqual(err({ kind: 'not-found' }));
  });

  it.each(['describePage', 'signOut', 'readHighlights'])(
    'is not allowed the message %s of other pages',
    async (name) => {
      expect(await asFrame(name, {})).toMatchObject({ error: { reason: 'unknown-message' } });
      expect(await send({ name, request: {} }, { url: FRAME, frameId: 7 })).toEqual(REFUSED);
    },
  );

  it('is forgotten when its tab is closed', async () => {
    background.fake.event('tabs.onRemoved').fire(1);
    expect(await asFrame('readFrame', {})).toEqual(REFUSED);
  });
});

describe('a page in which no frame can run', () => {
  it('opens its highlights in the reader, if it is saved', async () => {
    expect(await asScript('openReader', { id: added.id })).toEqual(ok(null));
    const { bookmarkId, id } = added;
    const address = `${OWN_ORIGIN}library.html#/read/${bookmarkId}/${id}`;
    expect(background.fake.created).toEqual([address]);
    const other = await asScript('openReader', { id: null }, 'https://other.example/');
    expect(other).toEqual(err({ kind: 'not-found' }));
  });
});
