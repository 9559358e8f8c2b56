export interface Embed {
  /** The page where a person can watch or listen. */
  readonly url: string;
  readonly posterUrl: string | null;
  readonly kind: 'video' | 'audio';
}

interface Host {
  /** Matches the host and path of a player's address. The first group is the id of the media. */
  readonly player: RegExp;
  readonly kind: Embed['kind'];
  page(id: string): string;
  poster?(id: string): string;
}

const VIDEO_HOSTS: readonly Host[] = [
  {
    player: /^(?:www\.)?youtube(?:-nocookie)?\.com\/(?:embed|v|shorts)\/([\w-]{6,})/,
    kind: 'video',
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
    poster: (id) => `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
  },
  {
    player: /^player\.vimeo\.com\/video\/(\d+)/,
    kind: 'video',
    page: (id) => `https://vimeo.com/${id}`,
  },
  {
    player:
      /^(?:www\.|geo\.)?dailymotion\.com\/(?:embed\/video\/|player(?:\/\w+)?\.html\?video=)(\w+)/,
    kind: 'video',
    page: (id) => `https://www.dailymotion.com/video/${id}`,
    poster: (id) => `https://www.dailymotion.com/thumbnail/video/${id}`,
  },
  {
    player: /^player\.twitch\.tv\/\?(?:.*&)?video=v?(\d+)/,
    kind: 'video',
    page: (id) => `https://www.twitch.tv/videos/${id}`,
  },
  {
    player: /^(?:www\.)?archive\.org\/embed\/([^/?#]+)/,
    kind: 'video',
    page: (id) => `https://archive.org/details/${id}`,
    poster: (id) => `https://archive.org/services/img/${id}`,
  },
  {
    player: /^v\.qq\.com\/.*?\bvid=(\w+)/,
    kind: 'video',
    page: (id) => `https://v.qq.com/x/page/${id}.html`,
  },
  {
    player: /^player\.bilibili\.com\/player\.html\?(?:.*&)?bvid=(\w+)/,
    kind: 'video',
    page: (id) => `https://www.bilibili.com/video/${id}`,
  },
  {
    player: /^embed\.ted\.com\/talks\/([\w/]+)/,
    kind: 'video',
    page: (id) => `https://www.ted.com/talks/${id}`,
  },
  {
    player: /^(?:www\.)?loom\.com\/embed\/(\w+)/,
    kind: 'video',
    page: (id) => `https://www.loom.com/share/${id}`,
  },
  {
    player: /^open\.spotify\.com\/embed(?:-podcast)?\/(\w+\/\w+)/,
    kind: 'audio',
    page: (id) => `https://open.spotify.com/${id}`,
  },
  {
    player: /^embed\.podcasts\.apple\.com\/([^?#]+)/,
    kind: 'audio',
    page: (id) => `https://podcasts.apple.com/${id}`,
  },
];

/** Players whose own address can serve as a link to the media. */
const AS_IT_IS: readonly { readonly host: RegExp; readonly kind: Embed['kind'] }[] = [
  { host: /^(?:w\.)?soundcloud\.com$/, kind: 'audio' },
  { host: /(?:^|\.)bandcamp\.com$/, kind: 'audio' },
  { host: /^upload\.wikimedia\.org$/, kind: 'video' },
  { host: /(?:^|\.)wistia\.(?:com|net)$/, kind: 'video' },
  { host: /(?:^|\.)rutube\.ru$/, kind: 'video' },
];

/**
 * Identifies the media that a player at `address` (absolute) plays. Returns null for unknown
 * players.
 */
export function embedAt(address: string): Embed | null {
  const { hostname, pathname, search } = new URL(address);
  const place = `${hostname}${pathname}${search}`;
  for (const host of VIDEO_HOSTS) {
    const id = host.player.exec(place)?.[1];
    if (id === undefined) continue;
    return { url: host.page(id), posterUrl: host.poster?.(id) ?? null, kind: host.kind };
  }
  const asItIs = AS_IT_IS.find(({ host }) => host.test(hostname));
  return asItIs === undefined ? null : { url: address, posterUrl: null, kind: asItIs.kind };
}
