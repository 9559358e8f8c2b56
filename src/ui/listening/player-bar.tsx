import sentenceBackIcon from 'lucide-static/icons/chevron-left.svg?icon';
import sentenceIcon from 'lucide-static/icons/chevron-right.svg?icon';
import paragraphBackIcon from 'lucide-static/icons/chevrons-left.svg?icon';
import paragraphIcon from 'lucide-static/icons/chevrons-right.svg?icon';
import pauseIcon from 'lucide-static/icons/pause.svg?icon';
import playIcon from 'lucide-static/icons/play.svg?icon';
import closeIcon from 'lucide-static/icons/x.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { SPEED_RANGE } from '../../domain/settings';
import { IconButton } from '../components/button';
import { formatNumber, formatUnit, t } from '../strings';
import type { Player } from './player';
import { type ListeningSession, SLEEPS } from './session';
import { type PlayerBarProps, useListening } from './use-listening';
import { problemText } from './voice-help';
import { isLocal, spokenLanguage, voicesOf } from './voices';
import './player-bar.css';

/** Reads the article aloud, and shows what can be done about it. */
export function PlayerBar(props: PlayerBarProps): JSX.Element {
  const bar = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { session, player, lang, isListOver } = useListening(props, bar);
  const problem = player?.problem.value ?? null;
  const isPlaying = player?.isPlaying.value === true && problem === null;
  const isFirst = useRef(session.player.peek() === null);
  useEffect(() => {
    if (isFirst.current) button.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="player-layer">
      <div class="player-dock">
        <section class="player-bar stack gap-2" aria-label={t('listen')} ref={bar}>
          {/* Always rendered: a live region that appears with its text is not announced. */}
          <p class="player-problem" role="status">
            {problem ? problemText(problem, navigator.userAgent) : isListOver && t('listenListEnd')}
          </p>
          <div class="cluster gap-2">
            <Steps player={player} isPlaying={isPlaying} buttonRef={button} />
            <span class="player-choices cluster gap-2">
              <Choices {...props} session={session} player={player} lang={lang} />
            </span>
            <span class="push">
              <IconButton
                label={t('actionClose')}
                icon={closeIcon}
                onClick={props.listening.stop}
              />
            </span>
          </div>
        </section>
      </div>
    </div>
  );
}

interface StepsProps {
  readonly player: Player | null;
  readonly isPlaying: boolean;
  readonly buttonRef: { current: HTMLButtonElement | null };
}

function Steps({ player, isPlaying, buttonRef }: StepsProps): JSX.Element {
  return (
    <span class="player-steps line gap-0">
      <IconButton
        label={t('keyPreviousParagraph')}
        icon={paragraphBackIcon}
        onClick={() => player?.stepParagraph(-1)}
      />
      <IconButton
        label={t('listenSentenceBack')}
        icon={sentenceBackIcon}
        onClick={() => player?.stepSentence(-1)}
      />
      <IconButton
        label={t(isPlaying ? 'actionPause' : 'listenPlay')}
        icon={isPlaying ? pauseIcon : playIcon}
        buttonRef={buttonRef}
        onClick={() => player?.toggle()}
      />
      <IconButton
        label={t('listenSentence')}
        icon={sentenceIcon}
        onClick={() => player?.stepSentence(1)}
      />
      <IconButton
        label={t('keyNextParagraph')}
        icon={paragraphIcon}
        onClick={() => player?.stepParagraph(1)}
      />
    </span>
  );
}

/** The speeds of the menu. The keys have those between. */
const SPEEDS = [0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.75, 2, 2.5, SPEED_RANGE.max];

interface ChoicesProps extends Pick<PlayerBarProps, 'settings'> {
  readonly session: ListeningSession;
  readonly player: Player | null;
  readonly lang: string;
}

/** A menu of more voices could not be read. */
const MAX_SHOWN_VOICES = 40;

/** Speed, sleep timer and voice. */
function Choices({ settings, session, player, lang }: ChoicesProps): JSX.Element {
  const { speed, voices: chosen } = settings.settings.value.listening;
  const all = session.voices.voices.value;
  const language = spokenLanguage(lang);
  const voices = useMemo(
    () =>
      voicesOf(all, lang).filter(
        ({ voiceURI }, nth) => nth < MAX_SHOWN_VOICES || voiceURI === chosen[language],
      ),
    [all, lang, chosen],
  );
  const speeds = [...new Set([...SPEEDS, speed])].toSorted((a, b) => a - b);
  const chooseVoice = (voiceURI: string) => {
    const { [language]: _, ...others } = chosen;
    const voices = voiceURI === '' ? others : { ...others, [language]: voiceURI };
    settings.update({ listening: { voices } });
    player?.again();
  };
  return (
    <>
      <select
        aria-label={t('listenSpeed')}
        title={t('listenSpeed')}
        value={speed}
        onChange={({ currentTarget }) => {
          settings.update({ listening: { speed: Number(currentTarget.value) } });
          player?.again();
        }}
      >
        {speeds.map((each) => (
          <option key={each} value={each}>
            {`${formatNumber(each)}×`}
          </option>
        ))}
      </select>
      <select
        aria-label={t('listenSleep')}
        title={t('listenSleep')}
        value={String(session.sleep.chosen.value)}
        onChange={({ currentTarget }) =>
          session.sleep.choose(SLEEPS[currentTarget.selectedIndex] ?? null)
        }
      >
        {SLEEPS.map((each) => (
          <option key={each} value={String(each)}>
            {sleepName(each)}
          </option>
        ))}
      </select>
      {voices.length > 0 && (
        <select
          class="player-voice"
          aria-label={t('listenVoice')}
          title={t('listenVoice')}
          value={chosen[language] ?? ''}
          onChange={({ currentTarget }) => chooseVoice(currentTarget.value)}
        >
          <option value="">{t('listenVoiceAny')}</option>
          {voices.map((voice) => (
            <option key={voice.voiceURI} value={voice.voiceURI}>
              {isLocal(voice) ? voice.name : t('listenVoiceSends', voice.name)}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

function sleepName(sleep: (typeof SLEEPS)[number]): string {
  if (sleep === null) return t('listenSleepNever');
  return sleep === 'end' ? t('listenSleepEnd') : formatUnit(sleep, 'minute');
}
