import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectFiles, readProjectFile } from '../support/project';
import { wordsInPage, wordsShown } from './words-shown';

const keys = Object.keys(parse(readProjectFile('locales/en.yml')) as Record<string, string>);
const sources = projectFiles(['{src,entrypoints,web}/**/*.{ts,tsx,html}', '*.config.ts']);

describe('the message catalogue', () => {
  it('has no unused message', () => {
    const text = sources.map(readProjectFile).join('\n');
    const unused = keys.filter((key) => {
      const name = key.replace(/_(one|other)$/, '');
      return !text.includes(`'${name}'`) && !text.includes(`__MSG_${name}__`);
    });
    expect(unused).toEqual([]);
  });

  // Each feature says what it needs: the last 60 are for the review of highlights, sending them on, and
  // reading PDFs.
  it('has at most 1,260 messages', () => {
    expect(keys.length).toBeLessThanOrEqual(1260);
  });

  it('has every text that the extension shows', () => {
    const isKey = (words: string) =>
      keys.includes(/"(.*)"$|^__MSG_(\w+)__$/.exec(words)?.slice(1).join('') ?? '');
    const shows = sources.filter((path) =>
      /^(?:src\/(?:ui|extension)|entrypoints|web)\//.test(path),
    );
    const found = shows.flatMap((path) => {
      const source = readProjectFile(path);
      const words = path.endsWith('.html')
        ? wordsInPage(source)
        : wordsShown(source, { hasMarkup: path.endsWith('.tsx') });
      return words.filter((each) => !isKey(each)).map((each) => `${path}: ${each}`);
    });
    expect(found).toEqual([]);
  });

  it('includes every text that the pages of the server show', () => {
    const words = readProjectFile('server/pages/text.ts');
    const sentences = [...words.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => key);
    const shown = projectFiles(['server/**/*.{ts,tsx}']).map(readProjectFile).join('\n');
    expect(sentences.length).toBeGreaterThan(50);
    expect(sentences.filter((key) => !new RegExp(`['"]${key}['"]`).test(shown))).toEqual([]);
    const found = projectFiles(['server/**/*.tsx']).flatMap((path) =>
      wordsShown(readProjectFile(path))
        // The server reads this part of a form.
        .filter((text) => !text.startsWith('name='))
        .map((text) => `${path}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('is read by pages through one module', () => {
    const pages = sources.filter((path) => /^src\/ui\/|^entrypoints\//.test(path));
    const importers = pages.filter((path) => readProjectFile(path).includes("'#i18n'"));
    expect(importers).toEqual(['src/ui/strings.ts']);
  });

  it.each([
    ['<p>Hello</p>', ['Hello']],
    ['<p>{count} saved</p>', ['saved']],
    ['<input placeholder="Search" class="field" />', ['placeholder="Search"']],
    ['<p title={t("x")}>· {t("y")}</p>', []],
    ['(element.textContent = "Hello")', ['textContent="Hello"']],
    [`(document.title = \`\${count} saved\`)`, ['title="… saved"']],
    ['box.append("Hello", t("x"))', ['append="Hello"']],
    ['box.setAttribute("aria-label", "Close")', ['setAttribute="Close"']],
    ['box.setAttribute("class", "closed")', []],
    ['toasts.say("Saved")', ['say="Saved"']],
    ['menus.create({ id: "save", title: "Save" })', ['title="Save"']],
  ])('is checked by a search that finds the text in %s', (markup, words) => {
    expect(wordsShown(`export const x = ${markup};`)).toEqual(words);
  });

  it('is checked by a search that finds the text in a page', () => {
    const page =
      '<title>Leafmark</title><!-- Not said --><p>Hello</p><script src="/x.js"></script>';
    expect(wordsInPage(page)).toEqual(['Hello']);
  });
});
