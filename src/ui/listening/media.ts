import { effect, type ReadonlySignal } from '@preact/signals';
import type { Player } from './player';
import { createQuietSound } from './quiet-sound';

interface MediaPage {
  readonly title: string;
  readonly site: string;
  /** The picture of the page; null: none. */
  readonly picture: Blob | null;
}

/**
 * Shows what is read aloud in the controls of the system, and takes its keys. Browsers have these
 * controls only for a page that plays a sound.
 *
 * @param media absent where the browser has none
 */
export function createMedia(
  media: MediaSession | undefined,
  player: ReadonlySignal<Player | null>,
) {
  const sound = createQuietSound();
  let picture: string | null = null;
  const actions: readonly (readonly [MediaSessionAction, () => void])[] = [
    ['play', () => player.value?.play()],
    ['pause', () => player.value?.pause()],
    ['stop', () => player.value?.pause()],
    ['previoustrack', () => player.value?.stepParagraph(-1)],
    ['nexttrack', () => player.value?.stepParagraph(1)],
    ['seekbackward', () => player.value?.stepSentence(-1)],
    ['seekforward', () => player.value?.stepSentence(1)],
  ];
  const setActions = (isOn: boolean) => {
    for (const [action, act] of actions) {
      try {
        media?.setActionHandler(action, isOn ? act : null);
      } catch {
        // A browser that does not have this action.
      }
    }
  };
  setActions(true);
  const stop = effect(() => {
    // Between two pages the sound goes on: without it, a phone would stop the page.
    if (player.value === null) return;
    const isPlaying = player.value.isPlaying.value;
    sound.play(isPlaying);
    if (media) media.playbackState = isPlaying ? 'playing' : 'paused';
  });
  const dropPicture = () => {
    if (picture !== null) URL.revokeObjectURL(picture);
    picture = null;
  };
  return {
    /** Names the page that is read aloud. */
    show({ title, site, picture: blob }: MediaPage) {
      if (!media) return;
      dropPicture();
      if (blob) picture = URL.createObjectURL(blob);
      const artwork = picture === null ? [] : [{ src: picture }];
      media.metadata = new MediaMetadata({ title, artist: site, artwork });
    },
    dispose() {
      stop();
      setActions(false);
      sound.dispose();
      dropPicture();
      if (!media) return;
      media.metadata = null;
      media.playbackState = 'none';
    },
  };
}
