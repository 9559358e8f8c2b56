import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Capture, CaptureOptions } from '../../../src/capture';
import { ok } from '../../../src/domain/result';
import { CaptureSchema } from '../../../src/extension/capture/capture-outcome';
import { inBrowser, pageOf } from '../../capture/kinds/both-doms';
import { testLibrary, value } from '../../library/library';
import { usePages } from '../../support/rendered-pages';
import { openReader, readerDeps } from '../reader/open-article';
import { inMore, openPopup, savedState } from './open-popup';

const say = (at: number) =>
  `<p>In year ${at} the keeper wrote that ${at} gulls had come to the rock, and that the lamp was dry.</p>`;
const years = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => say(from + at)).join('');
/** Forms hold what a person fills in nearly everywhere, and here they hold nearly all of the text. */
const LITTLE = pageOf(
  `<article><h1>The rock</h1>${years(1, 6)}</article><form>${years(10, 30)}</form>`,
);
const WHOLE = pageOf(`<article><h1>The rock</h1>${years(1, 30)}</article>`);

/** Captures a page in a tab, whose result comes in a message. */
const captured = (html: string, options: CaptureOptions = {}): Capture =>
  CaptureSchema.parse(JSON.parse(JSON.stringify(inBrowser(html, options).capture)));

const WARNING = /^The page does not look like an article.*choose “Try another way”/;

/** Saves a page, as the background does, and opens the popup on it. */
async function openSaved(html: string) {
  const { library } = await testLibrary();
  const saved = await library.bookmarks.save({ kind: 'captured', capture: captured(html) });
  const { bookmark } = value(saved);
  return openPopup({ library, page: savedState(bookmark) });
}

describe('the popup on a page of which far less was kept than it shows', () => {
  it('says so beside the status, and shows the report with the other ways', async () => {
    await openSaved(LITTLE);
    const look = await screen.findByRole('button', { name: 'Needs a look' });
    expect(look.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(look);
    await screen.findByText(WARNING);
    const ways = screen.getByRole('group', { name: 'Try another way', hidden: true });
    expect(within(ways).getAllByRole('radio', { hidden: true })).toHaveLength(3);
  });

  it('says nothing of a page that was kept as a whole', async () => {
    await openSaved(WHOLE);
    fireEvent.click(await inMore('What was captured'));
    await screen.findByText('Recognised as: Article');
    expect(screen.queryByText(WARNING)).toBeNull();
    expect(screen.queryByText('Needs a look')).toBeNull();
  });
});

describe('Clean up of an article of which far less was kept than its page shows', () => {
  usePages();

  it('takes the whole page, and the warning goes with the article', async () => {
    const deps = await readerDeps();
    const { library, background } = deps;
    const saved = { kind: 'captured', capture: captured(LITTLE) } as const;
    const { bookmark } = value(await library.bookmarks.save(saved));
    const warnings = async () => (await library.articles.get(bookmark.id))?.report.warnings;
    expect(await warnings()).toEqual(['not-readable']);
    background.captureAgain.mockImplementationOnce(async ({ id, way = null }) =>
      ok(value(await library.bookmarks.recapture(id, captured(LITTLE, { way })))),
    );
    await openReader(deps, bookmark);
    expect(screen.queryByText(/year 35/)).toBeNull();
    fireEvent.keyDown(document.body, { key: 'c' });
    const bar = await screen.findByRole('region', { name: 'Clean up' });
    fireEvent.click(within(bar).getByText('Try another way', { selector: 'summary' }));
    fireEvent.click(within(bar).getByRole('radio', { name: 'The whole page' }));
    fireEvent.click(within(bar).getByRole('button', { name: 'Capture again' }));
    await screen.findByText(/year 35/);
    await waitFor(async () => expect(await warnings()).toEqual([]));
  });
});
