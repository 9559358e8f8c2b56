import { act, cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { Dialog } from '../../../src/ui/components/dialog';
import { fillBrowserGaps } from '../../support/browser-gaps';

afterEach(() => {
  act(cleanup);
  vi.restoreAllMocks();
});

it('closes a dialog that is removed, which returns the focus, without calling onClose', () => {
  fillBrowserGaps();
  const onClose = vi.fn();
  const view = render(
    <Dialog title="Sure?" onClose={onClose}>
      <button type="button">Yes</button>
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  expect(dialog.open).toBe(true);
  act(() => view.rerender(<p>Done</p>));
  expect(dialog.open).toBe(false);
  expect(onClose).not.toHaveBeenCalled();
});

it('calls onClose when the browser closes the dialog', () => {
  fillBrowserGaps();
  const onClose = vi.fn();
  render(
    <Dialog title="Sure?" onClose={onClose}>
      <p>Really?</p>
    </Dialog>,
  );
  screen.getByRole<HTMLDialogElement>('dialog').close();
  expect(onClose).toHaveBeenCalledOnce();
});
