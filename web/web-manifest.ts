import type { ManifestOptions } from 'vite-plugin-pwa';

/** The paper of the light theme. A page names the colour of the chosen theme itself. */
const PAPER = '#faf8f3';

const icon = (name: string, size: number) => ({
  src: `icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
});

/** Pictures for the question whether to install the app. `npm start -- --pictures` takes them. */
export const SCREENSHOTS = [
  { file: 'screenshots/list-narrow.webp', place: 'list', width: 390, height: 844, isNarrow: true },
  { file: 'screenshots/list-wide.webp', place: 'list', width: 1280, height: 800, isNarrow: false },
  {
    file: 'screenshots/reader-narrow.webp',
    place: 'reader',
    width: 390,
    height: 844,
    isNarrow: true,
  },
] as const;

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
  screenshots: SCREENSHOTS.map(({ file, place, width, height, isNarrow }) => ({
    src: file,
    sizes: `${width}x${height}`,
    type: 'image/webp',
    form_factor: isNarrow ? 'narrow' : 'wide',
    label: t(place === 'list' ? 'viewUnread' : 'optionsReader'),
  })),
  shortcuts: [
    { name: t('viewUnread'), url: './#/unread' },
    { name: t('barSearch'), url: './#/search/' },
    { name: t('barAdd'), url: './#/add' },
  ],
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  // web/launched-file.ts takes the files.
  file_handlers: [
    {
      action: './',
      accept: {
        'text/html': ['.html', '.htm'],
        'text/csv': ['.csv'],
        'application/json': ['.json'],
        'application/zip': ['.zip'],
        'application/pdf': ['.pdf'],
      },
    },
  ],
  share_target: {
    action: './save',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: Object.fromEntries(['title', 'text', 'url'].map((name) => [name, name])),
  },
});
