import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { WelcomeAccount } from '../../../src/ui/welcome/welcome-page';
import { seriousFindings } from '../../support/accessibility';
import { ada, choosing, fakeStore } from '../account/fake-store';

afterEach(cleanup);

const open = (parts?: Parameters<typeof fakeStore>[0]) => {
  const store = fakeStore(parts);
  return { store, ...render(<WelcomeAccount accounts={store} />) };
};
const field = () => screen.queryByLabelText('Address of your server');

describe('the server section of the welcome page', () => {
  it('offers to sign in, and shows and hides the form', async () => {
    const { container } = open();
    expect(field()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Sign in to a server' }));
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Sign in to a server' })).toBeTruthy();
  });

  it('offers the companion server with one button', async () => {
    const { store } = open();
    store.companion.value = 'http://localhost:8000';
    fireEvent.click(await screen.findByRole('button', { name: /on this computer$/ }));
    expect(store.signInToCompanion).toHaveBeenCalledOnce();
  });

  it('continues an unfinished sign-in, and shows who is signed in', () => {
    open({ signIn: choosing() });
    expect(screen.getByRole('button', { name: 'Open the sign-in page' })).toBeTruthy();
    cleanup();
    open({ accounts: [ada], active: ada.id });
    expect(screen.getByRole('region', { name: 'ada' })).toBeTruthy();
  });
});
