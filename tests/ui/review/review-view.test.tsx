import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayOf } from '../../../src/domain/calendar';
import { DEFAULT_SETTINGS } from '../../../src/domain/settings';
import { DAY_MS, unixMs } from '../../../src/domain/time';
import { seriousFindings } from '../../support/accessibility';
import { usePages } from '../../support/rendered-pages';
import { button, link, openLibrary, openPage } from '../highlights/views/open-highlights-page';
import { memorySettings } from '../reader/open-article';

usePages();

let test: Awaited<ReturnType<typeof openLibrary>>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  test = await openLibrary();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens the review on the day after the last highlight. */
async function openReview(settings = memorySettings()) {
  test.clock.now = unixMs(test.clock.now + DAY_MS);
  vi.setSystemTime(test.clock.now);
  return openPage(test, 'review', settings);
}

const addThree = async () => [
  await test.add(test.ids.ice, 'The harbour froze', { note: 'When?' }),
  await test.add(test.ids.snow, 'Every flake'),
  await test.add(test.ids.ice, 'Boats stood in it'),
];
const press = (key: string) => void fireEvent.keyDown(document.body, { key });
const reviewOf = async (id: Parameters<typeof test.highlights.get>[0]) =>
  (await test.highlights.get(id))?.review;

describe('the review', () => {
  it('shows one highlight after the other with its page, its note and how many there are', async () => {
    const [first, second, third] = await addThree();
    const { container } = await openReview();
    await screen.findByText('The harbour froze');
    expect(screen.getByText('1 of 3')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Ice' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('When?');
    expect(link(/^Open$/).getAttribute('href')).toBe(`#/read/${test.ids.ice}/${first}`);
    expect(await seriousFindings(container)).toEqual([]);
    button('Keep').click();
    await screen.findByText('Every flake');
    await screen.findByText('Comes back in 2 days');
    expect(screen.getByText('2 of 3')).toBeTruthy();
    button('Less often').click();
    await screen.findByText('Boats stood in it');
    button('Never').click();
    await screen.findByRole('heading', { name: 'That is all for today' });
    expect(screen.getByText(/^Next highlights: /)).toBeTruthy();
    expect(await seriousFindings(container)).toEqual([]);
    const today = new Date(test.clock.now).toISOString().slice(0, 10);
    expect(await reviewOf(first!)).toMatch(/\/2$/);
    expect(await reviewOf(second!)).toMatch(/\/4$/);
    expect(await reviewOf(third!)).toBe(`never/${today}`);
  });

  it('is answered, undone and left by keys, and a key that is pressed twice answers once', async () => {
    const [first, second] = await addThree();
    await openReview();
    await screen.findByText('The harbour froze');
    press('k');
    press('k');
    await screen.findByText('Every flake');
    expect(await reviewOf(second!)).toBe('');
    press('3');
    await screen.findByText('Boats stood in it');
    press('u');
    await screen.findByText('Every flake');
    expect(await reviewOf(second!)).toBe('');
    expect(await reviewOf(first!)).toMatch(/\/2$/);
    press('?');
    const keys = await screen.findByRole('dialog');
    expect(keys.textContent).toMatch(/1kKeep2lLess often3nNever/);
  });

  it('stores a note at once, and keeps the highlight', async () => {
    const [first] = await addThree();
    await openReview();
    const field = await screen.findByLabelText('Note');
    fireEvent.input(field, { target: { value: 'In January.' } });
    await waitFor(async () =>
      expect(await test.highlights.get(first!)).toMatchObject({ note: 'In January.', review: '' }),
    );
    expect(screen.getByText('1 of 3')).toBeTruthy();
  });

  it('keeps the focus on its buttons, and does not lose it with the last highlight', async () => {
    await test.add(test.ids.ice, 'one');
    await test.add(test.ids.ice, 'two');
    await openReview();
    await screen.findByText('one');
    const keep = button('Keep');
    keep.focus();
    keep.click();
    await screen.findByText('two');
    expect(document.activeElement).toBe(button('Keep'));
    button('Keep').click();
    await screen.findByRole('heading', { name: 'That is all for today' });
    expect(document.activeElement?.textContent).toBe('Review');
  });

  it('has as many as the person wants, and says where to switch it on again', async () => {
    await addThree();
    const settings = memorySettings({ ...DEFAULT_SETTINGS, reviewPerDay: 2 });
    await openReview(settings);
    await screen.findByText('1 of 2');
    settings.update({ reviewPerDay: 0 });
    await screen.findByRole('heading', { name: 'The review is off' });
    expect(link(/^Options$/).getAttribute('href')).toBe('options.html#/highlights');
  });

  it('says what to do in a library without highlights', async () => {
    const { container } = await openReview();
    await screen.findByRole('heading', { name: 'No highlights yet' });
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('says when the next one comes if there is none today', async () => {
    await test.add(test.ids.ice, 'new');
    vi.setSystemTime(test.clock.now);
    await openPage(test, 'review');
    await screen.findByRole('heading', { name: 'Nothing to review today' });
    const tomorrow = new Date((dayOf(test.clock.now) + 1) * DAY_MS);
    const shown = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' });
    expect(screen.getByText(`Next highlights: ${shown.format(tomorrow)}`)).toBeTruthy();
  });
});
