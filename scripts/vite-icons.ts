import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const ICON_QUERY = '?icon';
const SHAPE = /<(path|circle|ellipse|rect|line|polyline|polygon)\s([^>]*?)\s*\/>/g;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;

/** Returns the shapes of an SVG as `[tag, attributes]` pairs, in painting order. */
export function shapesOf(svg: string): [string, Record<string, string>][] {
  return [...svg.matchAll(SHAPE)].map(([, tag = '', attributes = '']) => [
    tag,
    Object.fromEntries([...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, value])),
  ]);
}

/**
 * Makes `import star from 'lucide-static/icons/star.svg?icon'` return the shapes of that icon, so
 * that only used icons are bundled and no markup is parsed at run time.
 */
export function svgIcons(): Plugin {
  return {
    name: 'leafmark-icons',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(ICON_QUERY)) return null;
      const file = id.slice(0, -ICON_QUERY.length);
      return `export default ${JSON.stringify(shapesOf(await readFile(file, 'utf8')))};`;
    },
  };
}
