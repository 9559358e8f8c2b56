import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { err, ok } from '../../../src/domain/result';
import type { ShareProblem } from '../../../src/domain/share';
import { unixMs } from '../../../src/domain/time';
import { SharedLinks } from '../../../src/ui/share/shared-links';
import { seriousFindings } from '../../support/accessibility';
import { fillBrowserGaps } from '../../support/browser-gaps';
import { type FakeBackground, fakeBackground } from '../fake-background';

const HARBOUR = { id: 'l1', bookmark: 'b1', title: 'The harbour', expires: null, isOwn: true };
const GARDEN = {
  id: 'l2',
  bookmark: 'b2',
  title: 'The garden',
  expires: unixMs(Date.UTC(2026, 0, 16, 12)),
  isOwn: false,
};

let background: FakeBackground;
beforeEach(() => {
  fillBrowserGaps();
  background = fakeBackground({ sharedLinks: async () => ok(ok([HARBOUR, GARDEN])) });
});
afterEach(cleanup);

const show = (of?: string | null) =>
  render(<SharedLinks background={background} {...(of !== undefined && { of })} />);
const fails = (problem: ShareProblem) => async () => ok(err({ problem, detail: '' }));
const listed = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

async function withdraw(title: string) {
  fireEvent.click(await screen.findByRole('button', { name: `Withdraw the link to ${title}` }));
  const dialog = within(screen.getByRole('dialog', { name: 'Withdraw this link?' }));
  expect(background.withdrawLink).not.toHaveBeenCalled();
  dialog.getByText(title);
  fireEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
}

describe('the shared links', () => {
  it('are listed with their title and until when they work', async () => {
    const { container } = show();
    await screen.findByText('The harbour');
    expect(listed()).toEqual([
      expect.stringMatching(
        /^The harbourWorks until you withdraw it, or the app that made it is signed out\./,
      ),
      expect.stringMatching(/^The gardenWorks until .*2026/),
    ]);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('are withdrawn after a confirmation, and the list keeps the focus', async () => {
    show();
    await withdraw('The harbour');
    await screen.findByText('The link no longer works.');
    expect(background.withdrawLink).toHaveBeenCalledExactlyOnceWith({ id: 'l1' });
    expect(listed()).toEqual([expect.stringMatching(/^The garden/)]);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Shared links' }));
  });

  it('stay when the person cancels', async () => {
    show();
    await screen.findByText('The harbour');
    fireEvent.click(screen.getByRole('button', { name: 'Withdraw the link to The harbour' }));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(background.withdrawLink).not.toHaveBeenCalled();
  });

  it('stay with a warning if the server does not confirm that a link was withdrawn', async () => {
    background.withdrawLink.mockImplementation(fails('offline'));
    show();
    await withdraw('The harbour');
    await screen.findByText(/the link may still work\. Try again\.$/);
    expect(listed()).toHaveLength(2);
  });

  it('say when there are none', async () => {
    background.sharedLinks.mockResolvedValue(ok(ok([])));
    show();
    await screen.findByText('You have no shared links.');
  });

  it.each<[ShareProblem, RegExp]>([
    ['offline', /your links can't be shown/],
    ['server-busy', /your links can't be shown/],
    ['signed-out', /signed out\. Sign in again/],
    ['not-allowed', /browser does not let/],
  ])('can be requested again after the problem %s', async (problem, text) => {
    background.sharedLinks.mockImplementationOnce(fails(problem));
    show();
    await screen.findByText(text);
    expect(screen.queryByText('You have no shared links.')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('The harbour');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('have no place with a server that cannot list them', async () => {
    background.sharedLinks.mockImplementation(fails('not-on-server'));
    const { container } = show();
    await waitFor(() => expect(background.sharedLinks).toHaveBeenCalled());
    expect(container.textContent).toBe('');
  });

  it('of a page are only its own, without its title', async () => {
    show('b2');
    await screen.findByText(/^Works until/);
    expect(listed()).toEqual([expect.stringMatching(/^Works until .*2026.*Withdraw$/)]);
  });

  it('of a page without links are not mentioned', async () => {
    const { container } = show('b3');
    await waitFor(() => expect(background.sharedLinks).toHaveBeenCalled());
    expect(container.textContent).toBe('');
  });
});
