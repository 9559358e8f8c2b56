import { act, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { createListening } from '../../../src/ui/listening/listening';
import { Reader } from '../../../src/ui/reader/reader';
import { page } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { usePages } from '../../support/rendered-pages';
import { readerDeps, save } from '../reader/open-article';
import { FakeSynthesiser, FakeUtterance, type Faults, voice } from './fake-synthesiser';

const pages = usePages();

const HTML =
  '<h2>Leaves</h2><p>One leaf falls. Two leaves fall.</p><p>Then <b>three</b> leaves.</p>';
const SENTENCES = ['Leaves', 'One leaf falls.', 'Two leaves fall.', 'Then three leaves.'];
/** Letters per second: a voice that is so slow is heard for the whole test. */
const [FAST, SLOW] = [1500, 1];

let synthesiser: FakeSynthesiser;
/** The words that were painted at each start of words. */
let painted: string[];

const paint = () => (pages.gaps.painted()['leafmark-spoken'] ?? []).join();

function useVoices(
  voices = [voice('en-US'), voice('en-GB', { name: 'Ada' })],
  faults: Faults = {},
) {
  synthesiser = new FakeSynthesiser(voices, { pace: FAST, ...faults });
  const speak = synthesiser.speak.bind(synthesiser);
  synthesiser.speak = (utterance) => {
    painted.push(paint());
    speak(utterance);
  };
  vi.stubGlobal('speechSynthesis', synthesiser);
}

beforeEach(() => {
  painted = [];
  useVoices();
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
});

const button = (name: string) => screen.findByRole('button', { name });
const press = (key: string) => fireEvent.keyDown(document.body, { key });
const spoken = (words: readonly string[]) =>
  waitFor(() => expect(synthesiser.spoken).toEqual(words));
const bar = () => screen.findByRole('region', { name: 'Listen' });

/** Opens an article in the reader, whose blocks are below each other. */
async function open(parts: Parameters<typeof page>[0] = {}) {
  const deps = await readerDeps();
  const saved = page({ html: HTML, lang: 'en', title: 'A title', ...parts });
  const bookmark = await save(deps.library, saved);
  const ids: BookmarkId[] = [];
  const opened: BookmarkId[] = [];
  const next = async (after: BookmarkId | null) =>
    ids[after === null ? 0 : ids.indexOf(after) + 1] ?? null;
  const listening = createListening(async () => ({ next, open: (id) => void opened.push(id) }));
  const onBack = vi.fn();
  const show = (id: BookmarkId) => (
    <Reader deps={deps} bookmarkId={id} listening={listening} onBack={onBack} onEdit={() => {}} />
  );
  const view = render(show(bookmark.id));
  await waitFor(() => expect(view.container.querySelector('.article > *')).not.toBeNull());
  const root = view.container.querySelector<HTMLElement>('.article')!;
  pages.layout.place(root, 0, 100 * root.children.length);
  for (const [n, block] of [...root.children].entries()) pages.layout.place(block, 100 * n, 100);
  const listen = async () => {
    fireEvent.click(await button('Listen'));
    await bar();
  };
  const showNext = (id: BookmarkId) => view.rerender(show(id));
  return { deps, bookmark, root, listening, ids, opened, listen, showNext, ...view };
}

describe('Listen in the reader', () => {
  it('speaks the title and then each sentence, which is painted meanwhile', async () => {
    const { listen } = await open();
    await listen();
    await spoken(['A title', ...SENTENCES]);
    await button('Play');
    expect(painted).toEqual(['Leaves', ...SENTENCES]);
    expect(paint()).toBe('');
  });

  it('stops with its bar, and removes the paint', async () => {
    useVoices(undefined, { pace: SLOW });
    const { listen } = await open();
    await listen();
    await waitFor(() => expect(synthesiser.speaking).toBe(true));
    expect(paint()).toBe('Leaves');
    fireEvent.click(await button('Close'));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Listen' })).toBeNull());
    expect(paint()).toBe('');
    expect(synthesiser.speaking).toBe(false);
  });

  it('says nothing about a list where only one page is read', async () => {
    const deps = await readerDeps();
    const { id } = await save(deps.library, page({ html: '<p>One.</p>', lang: 'en', title: 'T' }));
    const ignore = () => {};
    const view = render(<Reader deps={deps} bookmarkId={id} onBack={ignore} onEdit={ignore} />);
    await waitFor(() => expect(view.container.querySelector('.article > *')).not.toBeNull());
    fireEvent.click(await button('Listen'));
    await spoken(['T', 'One.']);
    await button('Play');
    expect((await bar()).querySelector('[role="status"]')?.textContent).toBe('');
  });

  it('stops when the reader is closed', async () => {
    useVoices(undefined, { pace: SLOW });
    const { listen, unmount, listening } = await open();
    await listen();
    await waitFor(() => expect(synthesiser.speaking).toBe(true));
    act(() => void unmount());
    expect(synthesiser.speaking).toBe(false);
    expect(listening.wanted.value).toBeNull();
  });

  it('pauses when the page is left, because Chromium would speak on', async () => {
    useVoices(undefined, { pace: SLOW });
    const { listen } = await open();
    await listen();
    await waitFor(() => expect(synthesiser.speaking).toBe(true));
    window.dispatchEvent(new Event('pagehide'));
    expect(synthesiser.speaking).toBe(false);
    await button('Play');
  });

  it('is not offered where the browser cannot speak', async () => {
    Reflect.deleteProperty(window, 'speechSynthesis');
    await open();
    expect(screen.queryByRole('button', { name: 'Listen' })).toBeNull();
  });

  it('has no serious accessibility findings', async () => {
    useVoices(undefined, { pace: SLOW });
    const { listen, container } = await open();
    await listen();
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('starts, pauses and goes on with its keys', async () => {
    useVoices(undefined, { pace: SLOW });
    await open();
    press('p');
    await button('Pause');
    await waitFor(() => expect(paint()).toBe('Leaves'));
    press('.');
    expect(paint()).toBe('One leaf falls.');
    press('.');
    press(',');
    expect(paint()).toBe('One leaf falls.');
    press('j');
    expect(paint()).toBe('Then three leaves.');
    press('k');
    expect(paint()).toBe('One leaf falls.');
    press('p');
    await button('Play');
    expect(synthesiser.speaking).toBe(false);
  });

  it('speaks faster and slower, and keeps the speed', async () => {
    useVoices(undefined, { pace: SLOW });
    const { deps, listen } = await open();
    await listen();
    press('>');
    press('>');
    press('<');
    expect(deps.settings.settings.value.listening.speed).toBe(1.1);
    await waitFor(() => expect(synthesiser.ways.at(-1)?.rate).toBe(1.1));
    fireEvent.change(await screen.findByRole('combobox', { name: 'Speed' }), {
      target: { value: '3' },
    });
    await waitFor(() => expect(synthesiser.ways.at(-1)?.rate).toBe(3));
    for (let presses = 0; presses < 30; presses += 1) press('<');
    expect(deps.settings.settings.value.listening.speed).toBe(0.7);
  });

  it('speaks in the voice that was chosen for the language', async () => {
    useVoices(undefined, { pace: SLOW });
    const { deps, listen } = await open();
    await listen();
    fireEvent.change(await screen.findByRole('combobox', { name: 'Voice' }), {
      target: { value: 'en-GB-voice' },
    });
    await waitFor(() => expect(synthesiser.ways.at(-1)?.voice).toBe('en-GB-voice'));
    expect(deps.settings.settings.value.listening.voices).toEqual({ en: 'en-GB-voice' });
  });

  it('says which voices send the text to a service', async () => {
    useVoices([voice('en-US'), voice('en-AU', { name: 'Far', localService: false })]);
    const { listen } = await open();
    await listen();
    expect(await screen.findByRole('option', { name: /^Far \(sends/ })).toBeTruthy();
  });

  it('names the language without a voice and what to install', async () => {
    useVoices([voice('en-US')]);
    const { listen } = await open({ lang: 'de' });
    await listen();
    await screen.findByText(/no voice for this language: German.*speech-dispatcher/);
    expect(paint()).toBe('Leaves');
  });

  it('starts at the sentence that is clicked, not at a link', async () => {
    useVoices(undefined, { pace: SLOW });
    const { listen, root } = await open({
      html: `${HTML}<p>And <a href="https://example.org/">a link</a>.</p>`,
    });
    await listen();
    const bold = root.querySelector('b')!;
    const caret = { offsetNode: bold.firstChild!, offset: 1 };
    Object.assign(document, { caretPositionFromPoint: () => caret });
    await waitFor(() => expect(paint()).toBe('Leaves'));
    fireEvent.click(root.querySelector('a')!, { clientX: 110, clientY: 110 });
    expect(paint()).toBe('Leaves');
    fireEvent.click(bold, { clientX: 110, clientY: 110 });
    expect(paint()).toBe('Then three leaves.');
  });

  it('keeps the place as the reading position, and 100 % at the end', async () => {
    const { deps, bookmark, listen } = await open();
    await listen();
    await spoken(['A title', ...SENTENCES]);
    await waitFor(async () =>
      expect(await deps.library.bookmarks.get(bookmark.id)).toMatchObject({
        readProgress: 100,
        readAnchor: '',
      }),
    );
  });

  it('keeps the place in a hidden page, whose layout does not scroll', async () => {
    useVoices(undefined, { pace: SLOW });
    const { deps, bookmark, listen } = await open();
    await listen();
    await button('Pause');
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await waitFor(() => expect(paint()).toBe('Leaves'));
    press('j');
    await waitFor(async () =>
      expect(await deps.library.bookmarks.get(bookmark.id)).toMatchObject({
        readProgress: 33,
        readAnchor: 'p:nth-child(2)',
      }),
    );
  });

  it('starts where the article was left', async () => {
    useVoices(undefined, { pace: SLOW });
    const { listen } = await open();
    pages.layout.scrollTo(110);
    await listen();
    await waitFor(() => expect(paint()).toBe('One leaf falls.'));
  });
});

describe('the list that is read aloud', () => {
  it('goes on with the next page, and says when it is over', async () => {
    const { deps, bookmark, listen, ids, opened, showNext } = await open();
    const other = await save(
      deps.library,
      page({
        url: 'https://example.org/2',
        html: '<p>Other words.</p>',
        lang: 'en',
        title: 'Second',
      }),
    );
    ids.push(bookmark.id, other.id);
    await listen();
    await waitFor(() => expect(opened).toEqual([other.id]));
    act(() => showNext(other.id));
    await spoken(['A title', ...SENTENCES, 'Second', 'Other words.']);
    await screen.findByText('Nothing unread is left in this list.');
    expect(paint()).toBe('');
  });

  it('stops at the end of the article if the person wants to sleep then', async () => {
    useVoices(undefined, { pace: 200 });
    const { bookmark, listen, ids, opened } = await open();
    ids.push(bookmark.id, 'other' as BookmarkId);
    await listen();
    fireEvent.change(await screen.findByRole('combobox', { name: 'Sleep timer' }), {
      target: { value: 'end' },
    });
    await spoken(['A title', ...SENTENCES]);
    await button('Play');
    expect(opened).toEqual([]);
    expect(await screen.findByRole('combobox', { name: 'Sleep timer' })).toHaveProperty(
      'value',
      'null',
    );
  });
});
