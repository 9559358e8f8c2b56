import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { schedule } from '../../../src/ui/components/timers';
import type { Player } from '../../../src/ui/listening/player';
import { createSession } from '../../../src/ui/listening/session';
import { fillBrowserGaps } from '../../support/browser-gaps';
import { FakeSynthesiser, FakeUtterance, voice } from './fake-synthesiser';

/** A media session, which jsdom does not have. */
class FakeMedia {
  metadata: unknown = null;
  playbackState = 'none';
  readonly handlers = new Map<string, () => void>();
  setActionHandler(action: string, handler: (() => void) | null): void {
    if (action === 'seekforward') throw new TypeError('This browser does not have it');
    if (handler) this.handlers.set(action, handler);
    else this.handlers.delete(action);
  }
}

let media: FakeMedia;
let play: ReturnType<typeof vi.spyOn>;
let pause: ReturnType<typeof vi.spyOn>;
let session: ReturnType<typeof createSession>;
let gaps: ReturnType<typeof fillBrowserGaps>;

beforeEach(() => {
  vi.useFakeTimers();
  gaps = fillBrowserGaps();
  media = new FakeMedia();
  vi.stubGlobal(
    'MediaMetadata',
    class {
      constructor(parts: object) {
        Object.assign(this, parts);
      }
    },
  );
  play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new Error('No sound'));
  pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  session = createSession({
    synthesiser: new FakeSynthesiser([voice('en')]),
    utter: (text) => new FakeUtterance(text) as unknown as SpeechSynthesisUtterance,
    later: schedule,
    now: () => Date.now(),
    media: media as unknown as MediaSession,
  });
});
afterEach(() => {
  session.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function fakePlayer() {
  const isPlaying = signal(true);
  const calls: string[] = [];
  const player = {
    isPlaying,
    play: () => calls.push('play'),
    pause: () => {
      calls.push('pause');
      isPlaying.value = false;
    },
    stepSentence: (by: number) => calls.push(`sentence ${by}`),
    stepParagraph: (by: number) => calls.push(`paragraph ${by}`),
  };
  session.player.value = player as unknown as Player;
  return { isPlaying, calls };
}

describe('the controls of the system', () => {
  it('show the page that is read aloud', () => {
    const picture = new Blob(['x']);
    session.media.show({ title: 'A title', site: 'A site', picture });
    expect(media.metadata).toMatchObject({ title: 'A title', artist: 'A site' });
    expect(gaps.liveBlobUrls.size).toBe(1);
    session.media.show({ title: 'Second', site: '', picture: null });
    expect(media.metadata).toMatchObject({ title: 'Second', artwork: [] });
    expect(gaps.liveBlobUrls.size).toBe(0);
  });

  it('play, pause, and step, also where the browser lacks one of them', () => {
    const { calls } = fakePlayer();
    for (const action of ['pause', 'play', 'previoustrack', 'nexttrack', 'seekbackward']) {
      media.handlers.get(action)?.();
    }
    expect(calls).toEqual(['pause', 'play', 'paragraph -1', 'paragraph 1', 'sentence -1']);
  });

  it('follow the voice, with a sound that nobody hears', () => {
    const { isPlaying } = fakePlayer();
    expect(media.playbackState).toBe('playing');
    expect(play).toHaveBeenCalledTimes(1);
    isPlaying.value = false;
    expect(media.playbackState).toBe('paused');
    expect(pause).toHaveBeenCalled();
  });

  it('stay between two pages', () => {
    fakePlayer();
    pause.mockClear();
    session.player.value = null;
    expect(media.playbackState).toBe('playing');
    expect(pause).not.toHaveBeenCalled();
  });

  it('are gone after the end', () => {
    fakePlayer();
    session.dispose();
    expect(media.handlers.size).toBe(0);
    expect([media.metadata, media.playbackState]).toEqual([null, 'none']);
    expect(gaps.liveBlobUrls.size).toBe(0);
  });
});

describe('the sleep timer', () => {
  it('pauses after its minutes, and is off then', () => {
    const { calls } = fakePlayer();
    session.sleep.choose(15);
    vi.advanceTimersByTime(15 * 60_000 - 1);
    expect(calls).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(calls).toEqual(['pause']);
    expect(session.sleep.chosen.value).toBeNull();
  });

  it('is replaced by another choice, and pauses the page that is read then', () => {
    const first = fakePlayer();
    session.sleep.choose(15);
    session.sleep.choose(30);
    const second = fakePlayer();
    vi.advanceTimersByTime(20 * 60_000);
    expect(second.calls).toEqual([]);
    vi.advanceTimersByTime(10 * 60_000);
    expect([first.calls, second.calls]).toEqual([[], ['pause']]);
  });

  it('is turned off', () => {
    const { calls } = fakePlayer();
    session.sleep.choose(60);
    session.sleep.choose(null);
    vi.advanceTimersByTime(100 * 60_000);
    expect(calls).toEqual([]);
  });
});
