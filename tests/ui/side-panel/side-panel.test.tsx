import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openOthersInTabs, SidePanelButton } from '../../../src/ui/side-panel/side-panel';

afterEach(cleanup);

describe('the button of the side panel', () => {
  it('opens the panel in the click itself, once the window is known', async () => {
    const open = vi.fn(async () => {});
    render(<SidePanelButton sidePanel={async () => ({ open })} />);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Open the side panel' });
    expect(button.disabled).toBe(true);
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
    expect(open).toHaveBeenCalledOnce();
  });
});

describe('links in the side panel', () => {
  it('lead to tabs unless they are of the library itself', () => {
    openOthersInTabs(document);
    const here = `${location.pathname}#/archive`;
    render(
      <p>
        <a href={here}>Archive</a> <a href="/options.html">Options</a>{' '}
        <a href="https://example.org/">Original</a>
      </p>,
    );
    for (const link of screen.getAllByRole('link')) fireEvent.click(link);
    const targets = screen.getAllByRole<HTMLAnchorElement>('link').map(({ target }) => target);
    expect(targets).toEqual(['', '_blank', '_blank']);
  });
});
