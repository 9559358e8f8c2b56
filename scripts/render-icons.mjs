// Renders public/icons/*.png from the mark. The images are committed. Usage: node
// scripts/render-icons.mjs (needs Chromium: CHROMIUM=/path, or `chromium` in PATH)
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const SIZES_PX = [16, 32, 48, 128];

const svg = await readFile(new URL('../src/theme/mark.svg', import.meta.url), 'utf8');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
for (const size of SIZES_PX) {
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  const png = await page.screenshot({
    omitBackground: true,
    clip: { x: 0, y: 0, width: size, height: size },
  });
  await writeFile(new URL(`../public/icons/${size}.png`, import.meta.url), png);
}
await browser.close();
