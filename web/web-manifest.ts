import type { ManifestOptions } from 'vite-plugin-pwa';

/** The paper of the light theme. A page names the colour of the chosen theme itself. */
const PAPER = '#faf8f3';

const icon = (name: string, size: number) => ({
  src: `icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
});

/**
 * Returns the manifest of the installed app. All addresses are relative, because the server may be
 * below a path of its host. The id is the start address, which is the default.
 */
export const webManifest = (t: (key: string) => string): Partial<ManifestOptions> => ({
  name: t('appName'),
  short_name: t('appName'),
  description: t('appDescription'),
  lang: t('language'),
  start_url: './',
  scope: './',
  display: 'standalone',
  theme_color: PAPER,
  background_color: PAPER,
  icons: [
    { ...icon('any', 192), purpose: 'any' },
    { ...icon('any', 512), purpose: 'any' },
    { ...icon('maskable', 512), purpose: 'maskable' },
    { ...icon('monochrome', 512), purpose: 'monochrome' },
  ],
  shortcuts: [
    { name: t('viewUnread'), url: './#/unread' },
    { name: t('barSearch'), url: './#/search/' },
    { name: t('barAdd'), url: './#/add' },
  ],
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  share_target: {
    action: './save',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: Object.fromEntries(['title', 'text', 'url'].map((name) => [name, name])),
  },
});
