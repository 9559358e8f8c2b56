import { describe, expect, it } from 'vitest';
import { densestStretch } from '../../../src/capture/extract/density';

const say = (n: number) =>
  `In year ${n} the keeper wrote that ${n} gulls had come to the rock, and that the lamp was dry.`;

function textOf(body: string): string | null {
  const document = new DOMParser().parseFromString(`<body>${body}`, 'text/html');
  const stretch = densestStretch(document, 'https://rock.example/log');
  return stretch && (stretch.textContent ?? '').replace(/\s+/g, ' ').trim();
}

const MENU = '<ul><li><a href="/a">Rocks</a></li><li><a href="/b">Lamps</a></li></ul>';

describe('the stretch that is densest in prose', () => {
  it('spans several boxes and the heading between them', () => {
    const text = textOf(`${MENU}<div><div><p>${say(1)}</p><p>${say(2)}</p></div></div>
      <section><h2>Later</h2><div><p>${say(3)}</p></div></section>${MENU}<p>Imprint</p>`);
    expect(text).toBe(`${say(1)}${say(2)} Later${say(3)}`);
  });

  it('ends before a sentence behind many links', () => {
    const links = MENU.repeat(3);
    const text = textOf(`<p>${say(1)}</p><p>${say(2)}</p>${links}<p>${say(3)}</p>`);
    expect(text).toBe(`${say(1)}${say(2)}`);
  });

  it('is the text of a page that has one box', () => {
    expect(textOf(`<div>${say(1)}<br><br>${say(2)}</div>`)).toBe(`${say(1)}${say(2)}`);
  });

  it('is nothing on a page without prose', () => {
    expect(textOf(MENU)).toBeNull();
  });
});
