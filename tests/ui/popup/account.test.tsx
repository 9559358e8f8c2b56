import { fireEvent, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { openPopup } from './open-popup';

it('opens the settings from the account menu', async () => {
  const { openTab } = await openPopup();
  const button = await screen.findByRole('button', { name: 'Account' });
  const menu = document.getElementById(button.getAttribute('popovertarget') ?? '')!;
  expect(menu.textContent).toBe('');
  // Browsers fire this event when the button is pressed. jsdom has no popovers and keeps it hidden.
  fireEvent(menu, new Event('toggle'));
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in', hidden: true }));
  expect(openTab).toHaveBeenCalledExactlyOnceWith('options.html');
});
