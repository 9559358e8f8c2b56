import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { TextIndex } from '../../anchoring';
import { type Bookmark, shownSite } from '../../domain/bookmark';
import type { Library } from '../../library';
import { schedule } from '../components/timers';
import type { PaintedArticle } from '../highlights/store/article-text';
import type { SettingsStore } from '../settings/settings-store';
import { plural, t } from '../strings';
import type { Listening } from './listening';
import { createPlayer, type Player } from './player';
import { createScript, type Sentence } from './script';
import { createSession } from './session';
import { createSpokenPlace, onTextClick, type Screen } from './spoken-place';

export interface PlayerBarProps {
  readonly listening: Listening;
  readonly settings: SettingsStore;
  readonly assets: Pick<Library['assets'], 'get'>;
  readonly bookmark: Bookmark;
  /** null while it is not shown. */
  readonly text:
    | (PaintedArticle & { readonly hear: (block: Element | null | undefined) => void })
    | null;
  /** True if the page has no text. */
  readonly isEmpty: boolean;
  readonly viewport: Screen;
  /** Returns the block where the voice begins; null: at the start. */
  readonly firstBlock: () => Element | null;
  /** Returns the place in the article that a link leads to; null for other links. */
  readonly fragmentOf: (link: Element) => string | null;
}

/** Plays the article that is shown, and stops when it is closed. */
export function useListening(props: PlayerBarProps, bar: RefObject<HTMLElement | null>) {
  const { listening, bookmark, text, isEmpty, assets } = props;
  const session = useMemo(() => listening.session(sessionOfBrowser), [listening]);
  const player = useSignal<Player | null>(null);
  const isListOver = useSignal(false);
  const lang = bookmark.lang || navigator.language;

  useEffect(() => {
    if (text === null) return;
    let isLeft = false;
    let stop = () => {};
    void text.readText().then((index) => {
      if (isLeft || index === null) return;
      stop = play(index, text);
    });
    return () => {
      isLeft = true;
      stop();
    };
    // Another text of the page has a new `PaintedArticle`.
  }, [text]);

  function play(index: TextIndex, text: NonNullable<PlayerBarProps['text']>): () => void {
    const { viewport } = props;
    const script = createScript(index, { lang: bookmark.lang, fragmentOf: props.fragmentOf });
    const place = createSpokenPlace(index, {
      ...viewport,
      screen: () => aboveBar(viewport.screen(), bar.current),
    });
    const made = createPlayer({
      speaker: session.speaker,
      script,
      voices: session.voices,
      settings: () => props.settings.settings.value.listening,
      ownLanguage: lang,
      nameOf,
      onSentence(sentence, isJump) {
        isListOver.value = false;
        place.show(sentence, isJump);
        text.hear(sentence.block);
      },
      onEnd() {
        place.clear();
        text.hear(null);
        void end();
      },
    });
    const stopClicks = onTextClick(text, index, made.playFrom);
    // Chromium speaks on after a page is left.
    addEventListener('pagehide', made.pause);
    player.value = made;
    session.player.value = made;
    const first = props.firstBlock();
    const from = script.at((first && index.spanOf(first)?.start) ?? 0);
    const isStart = from === null || from.start === script.at(0)?.start;
    if (isStart) made.play(bookmark.title);
    else made.playFrom(from.start);
    return () => {
      stopClicks();
      removeEventListener('pagehide', made.pause);
      made.dispose();
      place.clear();
      text.hear(undefined);
      player.value = null;
      if (session.player.value === made) session.player.value = null;
    };
  }

  async function end(): Promise<void> {
    if (session.sleep.chosen.value === 'end') return session.sleep.choose(null);
    isListOver.value = !(await listening.goOn(bookmark.id)) && listening.hasList;
  }

  useEffect(() => {
    if (!isEmpty) return;
    void listening.goOn(bookmark.id).then((hasNext) => {
      if (!hasNext && listening.wanted.value === bookmark.id) listening.stop();
    });
  }, [isEmpty]);

  useEffect(() => {
    let isLeft = false;
    void (bookmark.image ? assets.get(bookmark.image) : Promise.resolve(null)).then((picture) => {
      const { title } = bookmark;
      if (!isLeft) session.media.show({ title, site: shownSite(bookmark), picture });
    });
    return () => {
      isLeft = true;
    };
  }, [bookmark.title, bookmark.image]);

  // Unless the next page is read aloud.
  useEffect(
    () => () => {
      if (listening.wanted.value === bookmark.id) listening.stop();
    },
    [listening],
  );

  return { session, player: player.value, lang, isListOver: isListOver.value };
}

function sessionOfBrowser() {
  return createSession({
    synthesiser: speechSynthesis,
    utter: (text) => new SpeechSynthesisUtterance(text),
    later: schedule,
    now: () => performance.now(),
    media: (navigator as Partial<Navigator>).mediaSession,
  });
}

const nameOf = ({ kind, lines }: Sentence) => ({
  text: plural(kind === 'table' ? 'listenTable' : 'listenCode', lines),
  lang: t('language'),
});

/** The screen without the bar at its bottom. */
function aboveBar(screen: ReturnType<Screen['screen']>, bar: HTMLElement | null) {
  const top = bar?.getBoundingClientRect().top ?? screen.bottom;
  return {
    top: screen.top,
    bottom: top > screen.top ? Math.min(screen.bottom, top) : screen.bottom,
  };
}
