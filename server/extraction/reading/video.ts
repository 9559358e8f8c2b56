import { embedAt } from '../../../src/capture';
import { isWebAddress } from '../../../src/domain/web-address';
import type { PageReading, VideoEmbed } from './page-tasks';

/** The elements with the address of a page's own player, in order of preference. */
const PLAYERS = [
  'meta[property="og:video:secure_url"]',
  'meta[property="og:video:url"]',
  'meta[property="og:video"]',
  'meta[name="twitter:player"],meta[property="twitter:player"]',
];

const DURATIONS = [
  'meta[property="og:video:duration"],meta[property="video:duration"]',
  'meta[itemprop="duration"]',
];

const ISO_DURATION = /^P(?:(\d{1,3})D)?T?(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:(\d{1,8})(?:\.\d+)?S)?$/i;

/** Reads the player and the duration of a page's video. Only known players are embedded. */
export function readVideo(
  document: Document,
  pageUrl: string,
): Pick<PageReading, 'embed' | 'durationSeconds'> {
  return {
    embed: embedOf(contents(document, PLAYERS), pageUrl),
    durationSeconds: contents(document, DURATIONS).map(secondsOf).find(Boolean) ?? 0,
  };
}

const contents = (document: Document, selectors: readonly string[]): readonly string[] =>
  selectors.flatMap((selector) =>
    [...document.querySelectorAll(selector)].map(
      (element) => element.getAttribute('content')?.trim() ?? '',
    ),
  );

function embedOf(players: readonly string[], pageUrl: string): VideoEmbed | null {
  for (const player of players) {
    if (!isWebAddress(player) || new URL(player).protocol !== 'https:') continue;
    const embed = embedAt(player);
    if (embed?.kind === 'video') return iframe(new URL(player));
  }
  // YouTube's consent page names no player, so the player is derived from the address.
  const id = /^https:\/\/(?:www\.|m\.)?youtube\.com\/watch\?(?:.*&)?v=([\w-]{6,20})/.exec(pageUrl);
  return id ? iframe(new URL(`https://www.youtube.com/embed/${id[1]}`)) : null;
}

function iframe(player: URL): VideoEmbed {
  if (/^(?:www\.)?youtube\.com$/.test(player.hostname)) {
    player.hostname = 'www.youtube-nocookie.com';
  }
  const src = player.href.replaceAll('&', '&amp;').replaceAll('"', '%22');
  return {
    html: `<iframe src="${src}" width="560" height="315" frameborder="0" allowfullscreen></iframe>`,
    domain: player.hostname,
  };
}

/** Parses a duration such as `212` or `PT3M32S` to seconds. Returns 0 for any other text. */
function secondsOf(written: string): number {
  if (/^\d{1,8}$/.test(written)) return Number(written);
  const parts = ISO_DURATION.exec(written)?.slice(1).map(Number);
  if (parts === undefined) return 0;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => part || 0);
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
