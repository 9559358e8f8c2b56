import type { JSX } from 'preact';
import { Button } from '../components/button';
import { t } from '../strings';
import { EVERYWHERE, type HighlightSites } from './highlight-sites';
import { Section } from './section';

/** Explains where highlights appear by themselves, and grants and revokes the access. */
export function HighlightsSection({ sites }: { readonly sites: HighlightSites }): JSX.Element {
  const hosts = sites.hosts.value;
  return (
    <Section title={t('highlightsTitle')}>
      <p>{t('optionsHighlightsText')}</p>
      {hosts !== null && hosts.length > 0 && (
        <ul class="options-sites">
          {hosts.map((host) => (
            <li key={host}>
              <span>{host === EVERYWHERE ? t('optionsHighlightsEverywhere') : host}</span>
              <Button onClick={() => void sites.revoke(host)}>
                {t('optionsHighlightsRemove', host === EVERYWHERE ? t('allSites') : host)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {hosts?.includes(EVERYWHERE) === false && (
        <>
          <p>{t('optionsHighlightsWhy')}</p>
          {/* Browsers show the permission request in a click handler only. */}
          <Button onClick={() => void sites.allow(EVERYWHERE)}>{t('optionsHighlightsAll')}</Button>
        </>
      )}
    </Section>
  );
}
