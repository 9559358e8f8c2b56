/** @jsxImportSource hono/jsx */
import { raw } from 'hono/html';
import type { Extraction } from '../../src/contract';
import { normalLanguage } from '../../src/domain/language';
import { articleMarkup, headingOf } from '../../src/formats';
import type { BaseAddress } from '../http/base-address';
import { Layout } from './layout';
import { pageText } from './text';

interface TriedExtractionProps {
  readonly base: BaseAddress;
  readonly extraction: Extraction;
}

/** The result of a tried extraction: the article without images, and the log. */
export const triedExtraction = (props: TriedExtractionProps) => <TriedExtraction {...props} />;

function TriedExtraction({ base, extraction }: TriedExtractionProps) {
  const lang = normalLanguage(extraction.lang);
  return (
    <Layout base={base} title={headingOf(extraction)} visitor={null} width="reading">
      <article {...(lang !== '' && { lang })}>
        <header class="article-header stack gap-2">
          <h1>{headingOf(extraction)}</h1>
        </header>
        <div class="article">
          {raw(articleMarkup(extraction.html, { imageAddress: () => null }))}
        </div>
      </article>
      <footer>
        <h2>{pageText('extractionLog')}</h2>
        <ul class="hint">
          {extraction.log.map((line) => (
            <li>{line}</li>
          ))}
        </ul>
      </footer>
    </Layout>
  );
}
