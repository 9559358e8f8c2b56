import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { ok } from '../../../src/domain/result';
import { page, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { inMore, openPopup, savedState } from './open-popup';

const BY_SITE = 'Always show highlights on this site';

async function openSheet(highlights: number) {
  const { library } = await testLibrary();
  const url = 'https://garden.example:8443/page';
  const { bookmark } = value(await library.bookmarks.save(page({ title: 'Trees', url })));
  const state = { ...savedState(bookmark), ...(highlights > 0 && { highlights }) };
  const popup = await openPopup({ library, page: state });
  fireEvent.click(await inMore('Highlights'));
  const checkbox = await screen.findByRole<HTMLInputElement>('checkbox', { name: BY_SITE });
  return { ...popup, checkbox };
}

describe('the highlights of the current page', () => {
  it('are counted beside its facts, and listed on the page without the popup over them', async () => {
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
    const { background, container } = await openSheet(2);
    const list = () =>
      fireEvent.click(screen.getByRole('button', { name: 'List them on the page' }));
    expect(screen.getAllByText(/2 highlights/)).toHaveLength(2);
    const note = document.querySelector('.page-note');
    expect(note?.textContent).toMatch(/ · 1 min · 2 highlights$/);
    // The browser runs no script in the page, so the popup stays.
    background.listHighlights.mockResolvedValueOnce(ok(false));
    list();
    await background.listHighlights.mock.results[0]?.value;
    expect(close).not.toHaveBeenCalled();
    background.listHighlights.mockResolvedValueOnce(ok(true));
    list();
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(background.listHighlights).toHaveBeenCalledTimes(2);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('appear by themselves on its site once the user allows it, until the user takes it back', async () => {
    const { highlightSites, checkbox } = await openSheet(0);
    expect(screen.getByText(/^This page has no highlights yet/)).toBeTruthy();
    fireEvent.click(checkbox);
    expect(highlightSites.allow).toHaveBeenCalledWith('garden.example');
    await waitFor(() => expect(checkbox.checked).toBe(true));
    fireEvent.click(checkbox);
    expect(highlightSites.revoke).toHaveBeenCalledWith('garden.example');
    await waitFor(() => expect(checkbox.checked).toBe(false));
  });

  it('appear everywhere when that was chosen in the settings', async () => {
    const { highlightSites, checkbox } = await openSheet(0);
    highlightSites.hosts.value = ['*'];
    await waitFor(() => expect(checkbox.disabled).toBe(true));
    expect(checkbox.checked).toBe(true);
  });
});
