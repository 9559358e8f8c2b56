import { fireEvent, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { openPopup } from './open-popup';

it('leads from the account in the popup to where accounts are looked after', async () => {
  const { openTab } = await openPopup();
  const button = await screen.findByRole('button', { name: 'Account' });
  const menu = document.getElementById(button.getAttribute('popovertarget') ?? '')!;
  expect(menu.textContent).toBe('');
  // As browsers do when the button is pressed; jsdom has no popovers, and keeps it hidden.
  fireEvent(menu, new Event('toggle'));
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in', hidden: true }));
  expect(openTab).toHaveBeenCalledExactlyOnceWith('options.html');
});
