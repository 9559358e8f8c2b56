import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACCOUNT_STATUS } from '../../src/background/account/account-summary';
import { PERSON_COOKIE } from '../../web/person';
import { start } from '../../web/start';
import { local } from '../../web/stored-area';

const signIn = (person: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = `${PERSON_COOKIE}=${person}; Path=/`;
};

const show = vi.fn();
const prepare = vi.fn();
const refuse = vi.fn(async () => {});

beforeEach(async () => {
  vi.clearAllMocks();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('CSS', { highlights: new Map() });
  vi.stubGlobal('__VERSION__', '0.1.0');
  document.body.innerHTML = '<div id="root"></div><p id="too-old"></p>';
  localStorage.clear();
  const accounts = [{ id: 'a', userId: 'id-of-ada', library: 'a' }];
  await local.set({ [ACCOUNT_STATUS]: { active: 'a', accounts, library: 'a', signIn: null } });
});
afterEach(() => vi.unstubAllGlobals());

describe('a page of the web app', () => {
  it('shows the library of the person who has signed in', async () => {
    signIn('id-of-ada');
    await start(show, prepare, refuse);
    expect(prepare).toHaveBeenCalledBefore(show);
    expect(show).toHaveBeenCalledExactlyOnceWith(document.getElementById('root'));
    expect(refuse).not.toHaveBeenCalled();
  });

  it.each([
    ['to another person', 'id-of-bob'],
    ['after a sign-out', ''],
  ])('shows no library %s, but keeps what its address says', async (_, person) => {
    signIn(person);
    await start(show, prepare, refuse);
    expect(show).not.toHaveBeenCalled();
    expect(prepare).toHaveBeenCalledOnce();
    expect(refuse).toHaveBeenCalledOnce();
  });

  it('shows the library over plain http, and replaces what the browser lacks there before that', async () => {
    signIn('id-of-ada');
    vi.stubGlobal('isSecureContext', false);
    vi.stubGlobal('crypto', {});
    show.mockImplementation(() => expect(crypto.randomUUID).toBeTypeOf('function'));
    await start(show, prepare, refuse);
    expect(show).toHaveBeenCalledOnce();
  });

  it('says which browsers can show it in one that is too old', async () => {
    signIn('id-of-ada');
    vi.stubGlobal('CSS', {});
    await start(show, prepare, refuse);
    expect(document.getElementById('too-old')?.hasAttribute('data-shown')).toBe(true);
    expect(show).not.toHaveBeenCalled();
    expect(prepare).not.toHaveBeenCalled();
  });

  it('says that it can keep nothing with blocked cookies, and touches no storage', async () => {
    signIn('id-of-ada');
    vi.stubGlobal('localStorage', {
      get length() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
    await start(show, prepare);
    expect(show).not.toHaveBeenCalled();
    expect(prepare).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toContain(
      'does not let this site store anything',
    );
  });
});
