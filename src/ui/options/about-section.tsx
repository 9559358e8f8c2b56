import type { JSX } from 'preact';
import { t } from '../strings';
import { Section } from './section';

/** Version, licence, and what Leafmark does not do. */
export function AboutSection({ version }: { readonly version: string }): JSX.Element {
  return (
    <Section title={t('optionsAbout')}>
      <p>{t('optionsVersion', version)}</p>
      <p>{t('optionsNoTelemetry')}</p>
      <p>{t('optionsLicence')}</p>
    </Section>
  );
}
