import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { WelcomePage } from '../../../src/ui/welcome/welcome-page';
import { seriousFindings } from '../../support/accessibility';

afterEach(cleanup);

const open = (parts: Partial<Parameters<typeof WelcomePage>[0]> = {}) =>
  render(<WelcomePage browser="chromium" isPinned={false} saveKeys="Alt+Shift+J" {...parts} />);

describe('the welcome page', () => {
  it('has no serious accessibility findings', async () => {
    expect(await seriousFindings(open().container)).toEqual([]);
  });

  it('offers three ways to begin', () => {
    open();
    const links = screen.getAllByRole<HTMLAnchorElement>('link');
    expect(
      links.map((link) => [link.querySelector('strong')?.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Save a page now', 'https://en.wikipedia.org/wiki/Leaf'],
      ['Bring your library', 'library.html#/import'],
      ['Sign in to a server', 'options.html#account'],
    ]);
  });

  it.each(['chromium', 'firefox'] as const)('has at most 90 words in %s', (browser) => {
    const parts = open({ browser }).container.querySelectorAll(
      'h1, p, strong, span, li:has(> .icon)',
    );
    const words = [...parts].flatMap(({ textContent }) => textContent.split(/\s+/));
    expect(words.length, words.join(' ')).toBeLessThanOrEqual(90);
    expect(words.length).toBeGreaterThan(50);
  });

  it('does not explain pinning when the button is pinned', () => {
    open({ isPinned: true });
    expect(screen.queryByText(/puzzle piece/)).toBeNull();
    screen.getByText(/Select words/);
  });

  it('names the keys that the browser has assigned', () => {
    open({ saveKeys: 'Ctrl+Shift+9' });
    expect(screen.getByText(/press Ctrl\+Shift\+9/)).toBeTruthy();
  });

  it('names no keys when the browser has assigned none', () => {
    open({ saveKeys: '' });
    expect(screen.queryByText(/press/)).toBeNull();
  });

  it('explains how to pin the button in each browser', () => {
    open({ browser: 'firefox' });
    expect(screen.getByText(/Pin to Toolbar/)).toBeTruthy();
  });
});
