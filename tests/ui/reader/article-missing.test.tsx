import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ArticleRequestResult } from '../../../src/domain/article';
import { err, ok } from '../../../src/domain/result';
import { localOnlyShadow, type SyncTransaction } from '../../../src/library';
import { failWrite } from '../../library/faults';
import { address, capture, queuedIntents, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { usePages } from '../../support/rendered-pages';
import { openReader, readerDeps, save } from './open-article';

usePages();

const URL = 'https://example.org/a';

/** Opens a bookmark whose article is on the server. `answers` are the results of each request. */
async function open(...answers: readonly ArticleRequestResult[]) {
  const deps = await readerDeps();
  for (const answer of answers) deps.background.fetchArticle.mockResolvedValueOnce(ok(answer));
  const bookmark = await save(
    deps.library,
    address({ url: URL, title: 'Report', reason: 'on-server' }),
  );
  return { ...(await openReader(deps, bookmark)), deps, bookmark };
}

describe('an article that is on the server', () => {
  it('is requested when it is opened, and shown when it arrives', async () => {
    const deps = await readerDeps();
    const { library, background } = deps;
    const bookmark = await save(
      library,
      address({ url: URL, title: 'Report', reason: 'on-server' }),
    );
    let arrive = () => {};
    background.fetchArticle.mockImplementation(
      ({ id }) =>
        new Promise((resolve) => {
          arrive = async () => {
            value(await library.bookmarks.recapture(id, capture({ html: '<p>It came</p>' })));
            resolve(ok('here'));
          };
        }),
    );
    await openReader(deps, bookmark);
    expect(screen.getByRole('progressbar', { name: 'Fetching it…' })).toBeTruthy();
    await waitFor(() => expect(background.fetchArticle).toHaveBeenCalled());
    arrive();
    await screen.findByText('It came');
    expect(screen.queryByRole('progressbar', { name: 'Fetching it…' })).toBeNull();
    expect(background.fetchArticle.mock.calls).toEqual([[{ id: bookmark.id }]]);
  });

  it('says that there is no network, and can be requested again', async () => {
    const { deps } = await open('offline', 'offline');
    await screen.findByText('The server does not answer.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(deps.background.fetchArticle).toHaveBeenCalledTimes(2));
  });

  it('is requested again when the network is back', async () => {
    const { deps } = await open('offline');
    await screen.findByText('The server does not answer.');
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(deps.background.fetchArticle).toHaveBeenCalledTimes(2));
  });

  it('says that the server no longer has it, for example after it was deleted there', async () => {
    await open('none');
    await screen.findByText('The server does not have it any more.');
    expect(screen.queryByRole('progressbar', { name: 'Fetching it…' })).toBeNull();
  });

  it('reports that the background did not respond', async () => {
    const deps = await readerDeps();
    deps.background.fetchArticle.mockResolvedValue(err({ kind: 'unreachable' }));
    const bookmark = await save(
      deps.library,
      address({ url: URL, title: 'Report', reason: 'on-server' }),
    );
    await openReader(deps, bookmark);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('has no serious accessibility findings', async () => {
    const { container } = await open('signed-out');
    await screen.findByText('You are signed out. Sign in again in the options.');
    expect(await seriousFindings(container)).toEqual([]);
  });
});

describe('an address without an article', () => {
  type Reason = 'not-open' | 'no-text' | 'failed' | 'not-included' | 'pdf';
  const ERROR = 'The page could not be loaded: the site answered with status 403.';
  const open = async (
    isWebApp: boolean,
    reason: Reason,
    serverId: string | null = null,
    readsAgain = true,
  ) => {
    const { capturing, ...deps } = await readerDeps();
    const bookmark = await save(deps.library, address({ url: URL, title: 'Report', reason }));
    const asked = vi.fn<(id: string) => void>();
    const answer = {
      isOver: true,
      updated: 'at first',
      errors: reason === 'failed' || reason === 'no-text' ? [ERROR] : [],
      readsAgain,
    };
    deps.background.pageReading.mockImplementation(async ({ id }) => {
      asked(id);
      return ok(answer);
    });
    if (serverId !== null) {
      const linked = (tx: SyncTransaction) => {
        const state = tx.get(bookmark.id);
        // The server has it as it is here.
        const shadow = { ...localOnlyShadow(bookmark), serverId };
        tx.put({ ...state, bookmark: { ...bookmark, serverId }, shadow, intents: [] });
      };
      value(await deps.library.sync.transaction({ ids: [bookmark.id] }, linked));
    }
    await openReader(isWebApp ? deps : { ...deps, capturing }, bookmark);
    const intents = async () => (await queuedIntents(deps.tables)).map(({ intent }) => intent.kind);
    await screen.findByRole('heading', { name: 'There is no article to read' });
    return { asked, answer, intents };
  };
  const offer = () => screen.queryByRole('button', { name: 'Capture again' });

  it('can be captured in the extension', async () => {
    await open(false, 'not-open');
    expect(offer()).not.toBeNull();
    screen.getByText(/open Leafmark there/);
  });

  it('says in the web app that the article comes from the server', async () => {
    await open(true, 'not-open');
    expect(offer()).toBeNull();
    expect(screen.queryByText(/open Leafmark there/)).toBeNull();
    screen.getByText(/If your server can read the page/);
  });

  it('says in the web app why the server could not read it, and lets it try again', async () => {
    const { asked, intents } = await open(true, 'failed', 's1');
    await screen.findByText(ERROR);
    expect(asked).toHaveBeenCalledExactlyOnceWith('s1');
    screen.getByText('Your server could not read this page. The address is kept.');
    expect(await intents()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('The server reads the page. Its article comes with the next sync.');
    await waitFor(async () => expect(await intents()).toEqual(['content']));
    expect(screen.getByRole('button', { name: 'Try again' })).toHaveProperty('disabled', true);
  });

  it('says in the extension why the server could not read it, and lets it try again', async () => {
    const { intents } = await open(false, 'failed', 's1');
    await screen.findByText(ERROR);
    screen.getByText('Your server could not read this page. The address is kept.');
    expect(offer()).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await intents()).toEqual(['content']));
  });

  it('offers nothing in the extension that the server cannot do', async () => {
    await open(false, 'failed', 's1', false);
    await screen.findByText(ERROR);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('offers nothing in the extension before the server has tried to read the page', async () => {
    const { asked } = await open(false, 'not-open', 's1');
    await waitFor(() => expect(asked).toHaveBeenCalledOnce());
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('says that the server could not read it again, and why, and can be tried once more', async () => {
    const { asked, answer } = await open(true, 'failed', 's1');
    await screen.findByText(ERROR);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/The server reads the page/);
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(3), { timeout: 5_000 });
    expect(screen.queryByText(ERROR)).toBeNull();
    Object.assign(answer, { updated: 'later', errors: ['The site did not answer.'] });
    await screen.findByText('The site did not answer.', {}, { timeout: 5_000 });
    expect(screen.queryByText(/The server reads the page/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Try again' })).toHaveProperty('disabled', false);
  });

  it('says that the server was not asked when there is no room for the request', async () => {
    const { intents } = await open(true, 'failed', 's1');
    failWrite(1, 'quota-on-commit', 'outbox');
    onTestFinished(() => void vi.restoreAllMocks());
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/There is no room left. Nothing was changed./);
    expect(screen.getByRole('button', { name: 'Try again' })).toHaveProperty('disabled', false);
    expect(await intents()).toEqual([]);
  });

  it('says in the web app that nobody has read it, and lets the server read it', async () => {
    await open(true, 'not-included', 's1');
    screen.getByText('This page was imported without its text.');
    screen.getByRole('button', { name: 'Get the article' });
  });

  it('asks no server for a page that it cannot read, or that it does not have', async () => {
    await open(true, 'pdf', 's1');
    expect(screen.queryByRole('button', { name: /Try again|Get the article/ })).toBeNull();
  });

  it('asks no server before the page was sent to it', async () => {
    await open(true, 'failed');
    expect(screen.queryByRole('button', { name: /Try again|Get the article/ })).toBeNull();
  });

  it('says in the web app why there is none, without an action of the extension', async () => {
    await open(true, 'no-text', 's1');
    expect(offer()).toBeNull();
    expect(screen.queryByText(/If your server can read the page/)).toBeNull();
    screen.getByText('Only the address is kept: the page has no text.');
    await screen.findByText(ERROR);
  });
});
