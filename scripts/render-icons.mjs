// Renders the icons of the extension and of the web app from the mark. The images are committed. Usage:
// node scripts/render-icons.mjs (needs Chromium: CHROMIUM=/path, or `chromium` in PATH)
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { chromium } from 'playwright-core';

const PAPER = '#faf8f3';
/** Systems cut a maskable icon to any shape that leaves its inner 80 %. */
const MASKABLE = { share: 0.56, ground: PAPER };

/** @type {readonly { path: string, size: number, share?: number, ground?: string, isPlain?: boolean }[]} */
const ICONS = [
  ...[16, 32, 48, 128].map((size) => ({ path: `public/icons/${size}.png`, size })),
  ...[192, 512].map((size) => ({ path: `web/public/icons/any-${size}.png`, size, share: 0.9 })),
  { path: 'web/public/icons/maskable-512.png', size: 512, ...MASKABLE },
  // iOS shows no transparent icons and cuts only the corners.
  { path: 'web/public/icons/apple-180.png', size: 180, share: 0.7, ground: PAPER },
  { path: 'web/public/icons/monochrome-512.png', size: 512, share: 0.72, isPlain: true },
];

const svg = await readFile(new URL('../src/theme/mark.svg', import.meta.url), 'utf8');
// A system uses only the opacity of a monochrome icon, so the vein of the leaf is a hole.
const [leaf = '', vein = ''] = [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);
const plain = `<svg viewBox="0 0 16 16"><mask id="m"><path fill="#fff" d="${leaf}"/><path d="${vein}"/></mask>
  <path d="${leaf}" mask="url(#m)"/></svg>`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 512, height: 512 } });
for (const { path, size, share = 1, ground = 'transparent', isPlain } of ICONS) {
  const inner = Math.round(size * share);
  await page.setContent(
    `<style>
      body { margin: 0; width: ${size}px; height: ${size}px; background: ${ground};
        display: grid; place-items: center }
      svg { display: block; width: ${inner}px; height: ${inner}px }
    </style>${isPlain ? plain : svg}`,
  );
  const png = await page.screenshot({
    omitBackground: true,
    clip: { x: 0, y: 0, width: size, height: size },
  });
  const file = new URL(`../${path}`, import.meta.url);
  await mkdir(dirname(file.pathname), { recursive: true });
  await writeFile(file, png);
}
await browser.close();
