import { fireEvent, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { err } from '../../../../src/domain/result';
import {
  attachTo,
  BOATS,
  fireByBrowser,
  HTML,
  painted,
  preparePage,
  start,
  ui,
  useLivePage,
} from './live-page';

useLivePage();

describe('the highlights of a page that changes', () => {
  it('are found again in text that the page has replaced', async () => {
    await start([{ exact: 'like chairs around' }]);
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] }));
    document.body.innerHTML = `<h1>News</h1>${HTML.replace('like chairs', 'like <b>chairs</b>')}`;
    await waitFor(() => {
      expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] });
      const [range] = [...(CSS.highlights.get('leafmark-red') ?? [])];
      expect(range?.startContainer.isConnected).toBe(true);
    });
  });

  it('are looked for again after a search that failed', async () => {
    const failed = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(Document.prototype, 'createRange').mockImplementationOnce(() => {
      throw new Error('The page has replaced this');
    });
    await start([{ exact: 'like chairs around' }]);
    await waitFor(() => expect(failed).toHaveBeenCalledTimes(1));
    expect(painted()).toEqual({});
    document.body.append('More text');
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] }));
  });

  it('are not shown in a translated page, without a message, and again in the original', async () => {
    const { all } = await start([{ exact: 'like chairs around', prefix: 'stood in the ice ' }]);
    await waitFor(() => expect(painted()).not.toEqual({}));
    const words = document.querySelectorAll('p')[1]!;
    const original = [...words.childNodes];
    words.innerHTML = '<font><font>Boote standen im Eis wie Stühle um einen Tisch.</font></font>';
    await waitFor(() => expect(painted()).toEqual({}));
    expect(await all()).toMatchObject([{ quote: { exact: 'like chairs around' } }]);
    words.replaceChildren(...original);
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] }));
  });

  it('appear when the whole page can be edited, but not those of an editor in it', async () => {
    document.body.setAttribute('contenteditable', '');
    await start([{ exact: 'like chairs around' }, { exact: 'An editor with' }]);
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] }));
    document.body.removeAttribute('contenteditable');
  });

  it('appear when text that was loaded later has them', async () => {
    document.body.innerHTML = '<p>Loading</p>';
    await start([{ exact: 'like chairs around' }]);
    await waitFor(() => expect(ui().getByRole('status')).toBeTruthy());
    document.body.innerHTML = HTML;
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] }));
  });

  it('appear when their text was loaded during the search of a long page', async () => {
    const { run, options } = await preparePage([{ exact: 'like chairs around' }]);
    document.body.innerHTML = `<p>${'Words of a long page. '.repeat(5000)}</p><main></main>`;
    const { later } = options;
    const reacted = new Promise<void>((resolve) => {
      options.later = (react, delayMs) =>
        later(() => {
          react();
          resolve();
        }, delayMs);
    });
    let time = 0;
    options.now = () => {
      time += 3;
      return time;
    };
    let pauses = 0;
    options.idle = async () => {
      pauses += 1;
      if (pauses !== 8) return;
      document.querySelector('main')!.innerHTML = HTML;
      await reacted;
    };
    run();
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] }));
  });

  it('belong to the address, which may change without another document', async () => {
    await start([{ exact: 'like chairs around' }]);
    await waitFor(() => expect(painted()).not.toEqual({}));
    history.pushState(null, '', '/elsewhere');
    fireByBrowser(window, new PopStateEvent('popstate'));
    await waitFor(() => expect(painted()).toEqual({}));
    history.replaceState(null, '', '/');
    fireByBrowser(window, new PopStateEvent('popstate'));
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] }));
  });

  it('of the former address are not shown when those of another one cannot be read', async () => {
    const { read } = await start([{ exact: 'like chairs around' }]);
    await waitFor(() => expect(painted()).not.toEqual({}));
    read.mockResolvedValue(err({ kind: 'unreachable' }));
    history.pushState(null, '', '/elsewhere');
    fireByBrowser(window, new PopStateEvent('popstate'));
    await waitFor(() => expect(painted()).toEqual({}));
  });

  it('stay when those of the same address cannot be read again', async () => {
    const { script, read } = await start([{ exact: 'like chairs around' }]);
    await waitFor(() => expect(painted()).not.toEqual({}));
    read.mockResolvedValue(err({ kind: 'unreachable' }));
    await script.refresh();
    expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] });
  });

  it('follow changes that were made elsewhere', async () => {
    const { script, add } = await start();
    await script.openList();
    expect(await ui().findByText(/^This page has no highlights yet/)).toBeTruthy();
    await add({ exact: 'harbour froze' }, 'green');
    await script.refresh();
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-green': ['harbour froze'] }));
  });

  it('are read again when the background was stopped before it answered', async () => {
    const { script, add, read } = await start();
    await add({ exact: 'harbour froze' });
    read.mockResolvedValueOnce(err({ kind: 'unreachable' }));
    await script.refresh();
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['harbour froze'] }));
  });

  it('are there when the page comes back from the cache of the browser', async () => {
    const { add } = await start();
    await add({ exact: 'harbour froze' });
    const event = new Event('pageshow');
    Object.assign(event, { persisted: true });
    fireByBrowser(window, event);
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['harbour froze'] }));
  });

  it('keep the place where a person attached them, also after many changes of the page', async () => {
    const { script, all } = await start([{ exact: 'like chairs around' }]);
    let last: number | undefined;
    for (const news of ['1', '12', '123']) {
      document.body.innerHTML = `<h1>${news}</h1>${HTML}`;
      await waitFor(async () => {
        const length = (await all())[0]?.position?.textLength;
        expect(length).toBeGreaterThan(last ?? 0);
        last = length;
      });
    }
    document.body.innerHTML = '<p>Other text that has nothing of it.</p>';
    await waitFor(() => expect(painted()).toEqual({}));
    await script.openList();
    await attachTo('nothing');
    await waitFor(async () =>
      expect(await all()).toMatchObject([{ quote: { exact: 'nothing' }, position: { start: 16 } }]),
    );
  });

  it('keep their words when a person confirms or refuses a place with an advertisement in it', async () => {
    const parts = ['Boats stood in the ice like', 'chairs around a table, and nobody sat at it.'];
    const words = parts.join(' ');
    const filler = '<p>Nobody alive could remember that the harbour had been frozen before.</p>';
    const broken = `${parts[0]} <b>Sponsored: the best skates of the town, at half of their price.</b> ${parts[1]}`;
    document.body.innerHTML = `${filler}<p>${broken}</p>`.repeat(2) + filler;
    const { run, all } = await preparePage([{ exact: words }]);
    const answer = async (name: RegExp) => {
      const script = run();
      await waitFor(() => expect(painted()).toEqual({ 'leafmark-unsure': parts }));
      await script.highlightSelection();
      fireEvent.click(ui().getByRole('button', { name: /^Red highlight/ }));
      fireEvent.click(await ui().findByRole('button', { name }));
      return script;
    };
    const script = await answer(/^No/);
    await waitFor(async () =>
      expect(await all()).toMatchObject([{ refused: [{ exact: words }], quote: { exact: words } }]),
    );
    fireEvent.click(await ui().findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await all()).toMatchObject([{ refused: [] }]));
    script.stop();
    const confirmed = await answer(/^Yes/);
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': parts }));
    expect(await all()).toMatchObject([{ quote: { exact: words } }]);
    confirmed.stop();
    run();
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': parts }));
  });

  it('stay in a page that rewrites its text each second, which they search a few times a minute', async () => {
    const { run, options, all } = await preparePage([
      { exact: 'like chairs around' },
      { exact: 'gone' },
    ]);
    document.body.innerHTML = `<p>0</p>${HTML}`;
    const clock = document.querySelector('p')!;
    let time = 0;
    /** The reactions to changes of the page, by the time when they are due. */
    const due = new Map<() => void, number>();
    options.now = () => time;
    options.later = (react, delayMs) => {
      due.set(react, time + delayMs);
      return () => due.delete(react);
    };
    const searches = vi.spyOn(Element.prototype, 'matches');
    run();
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] }));
    const perSearch = searches.mock.calls.length;
    searches.mockClear();
    for (let second = 1; second <= 60; second += 1) {
      time = second * 1000;
      clock.textContent = `${second}`;
      await new Promise((resolve) => setTimeout(resolve));
      for (const [react, at] of due) {
        if (at > time) continue;
        due.delete(react);
        react();
        await options.idle();
      }
    }
    await waitFor(() => expect(searches.mock.calls.length).toBeGreaterThan(perSearch));
    expect(searches.mock.calls.length).toBeLessThan(20 * perSearch);
    expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] });
    expect(await all()).toHaveLength(2);
  });

  it('take their colours back from a shadow root of the page', async () => {
    document.body.innerHTML = '<div></div>';
    const root = document.body.firstElementChild!.attachShadow({ mode: 'open' });
    root.innerHTML = `<p>${BOATS}</p>`;
    const own = new CSSStyleSheet();
    root.adoptedStyleSheets = [own];
    const { script } = await start([{ exact: 'like chairs around' }]);
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': ['like chairs around'] }));
    expect(root.adoptedStyleSheets).toHaveLength(2);
    script.stop();
    expect(root.adoptedStyleSheets).toEqual([own]);
  });

  it('are all painted when a page has 2,000', { tags: ['full'] }, async () => {
    const words = Array.from({ length: 2000 }, (_, at) => `The passage with number ${at} ends.`);
    document.body.innerHTML = words.map((each) => `<p>${each}</p>`).join('');
    await start(words.map((exact) => ({ exact })));
    await waitFor(() => expect(painted()['leafmark-red']).toHaveLength(2000));
  });
});
