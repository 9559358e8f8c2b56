import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { WelcomePage } from '../../../src/ui/welcome/welcome-page';
import { seriousFindings } from '../../support/accessibility';
import { fakeStore } from '../account/fake-store';

afterEach(cleanup);

const open = (parts: Partial<Parameters<typeof WelcomePage>[0]> = {}) =>
  render(
    <WelcomePage
      browser="chromium"
      isPinned={false}
      saveKeys="Alt+Shift+J"
      libraryPath="/library.html"
      accounts={fakeStore()}
      {...parts}
    />,
  );

describe('the welcome page', () => {
  it('has no serious accessibility findings', async () => {
    expect(await seriousFindings(open().container)).toEqual([]);
  });

  it('shows three steps', () => {
    open();
    expect(screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)).toEqual([
      'Pin the button',
      'Save a page',
      'Read it offline',
      'A server of your own',
      'What Leafmark may and may not do',
    ]);
  });

  it('does not explain pinning when the button is pinned', () => {
    open({ isPinned: true });
    expect(screen.queryByText('Pin the button')).toBeNull();
    screen.getByText('Save a page');
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
