import type { JSX } from 'preact';
import type { ExtensionBackground } from '../../messages/background-client';
import { Button } from '../components/button';
import { useLoaded } from '../components/use-store';
import { EVERYWHERE, type HighlightSites } from '../settings/browser-access';
import { plural, t } from '../strings';

interface PageHighlightsProps {
  readonly url: string;
  readonly count: number;
  readonly sites: () => Promise<HighlightSites>;
  readonly background: Pick<ExtensionBackground, 'listHighlights'>;
}

/** The highlights of the current page: how many, and if they appear by themselves on its site. */
export function PageHighlights(props: PageHighlightsProps): JSX.Element {
  const { url, count } = props;
  const sites = useLoaded(props.sites);
  const host = URL.parse(url)?.hostname ?? '';
  const hosts = sites?.hosts.value ?? [];
  const isEverywhere = hosts.includes(EVERYWHERE);
  const toggle = (isOn: boolean) =>
    // Nothing may be awaited before the browser's question.
    void (isOn ? sites?.allow(host) : sites?.revoke(host));
  const list = async () => {
    const listed = await props.background.listHighlights();
    // The popup would cover the list.
    if (listed.ok && listed.value) window.close();
  };
  return (
    <div class="stack start">
      <p>{count === 0 ? t('pageHighlightsNone') : plural('highlightsCount', count)}</p>
      {count > 0 && <Button onClick={() => void list()}>{t('pageHighlightsList')}</Button>}
      {sites !== null && host !== '' && (
        <label>
          <input
            type="checkbox"
            checked={isEverywhere || hosts.includes(host)}
            disabled={isEverywhere}
            onChange={({ currentTarget }) => toggle(currentTarget.checked)}
          />{' '}
          {t('pageHighlightsBySite')}
        </label>
      )}
    </div>
  );
}
