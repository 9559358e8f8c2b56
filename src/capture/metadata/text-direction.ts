import { directionOfLanguage, type TextDirection } from '../../domain';

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu;
const LETTERS = /\p{L}/gu;
/** Fewer letters tell nothing: they may be a name. */
const MIN_LETTERS = 20;
const PARAGRAPHS = 5;
const PARAGRAPH_LENGTH = 100;

/**
 * Which way the page's text runs: what its `dir` says, else what most letters of its title and
 * first paragraphs say, else the language's usual script. null when none tells.
 */
export function readTextDirection(
  document: Document,
  title: string,
  lang: string,
): TextDirection | null {
  for (const element of [document.body, document.documentElement]) {
    const direction = element?.getAttribute('dir')?.toLowerCase();
    if (direction === 'ltr' || direction === 'rtl') return direction;
  }
  return directionOfText(`${title} ${sample(document)}`) ?? directionOfLanguage(lang);
}

function sample(document: Document): string {
  const paragraphs = document.querySelectorAll('p');
  let text = '';
  for (let index = 0; index < Math.min(paragraphs.length, PARAGRAPHS); index += 1) {
    text += ` ${paragraphs[index]?.textContent?.slice(0, PARAGRAPH_LENGTH) ?? ''}`;
  }
  return text;
}

function directionOfText(text: string): TextDirection | null {
  const letters = text.match(LETTERS)?.length ?? 0;
  if (letters < MIN_LETTERS) return null;
  return (text.match(RIGHT_TO_LEFT)?.length ?? 0) > letters / 2 ? 'rtl' : 'ltr';
}
