import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Result } from '../../domain/result';
import { describePath, type SiteRule } from '../../domain/site-rules/site-rule';
import type { Done, Library, LibraryError, RecentChanges, SiteRuleRepository } from '../../library';
import { Button } from '../components/button';
import { LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';
import { Section } from './section';

interface SiteRulesSectionProps {
  readonly library: Promise<Result<Library, LibraryError>>;
}

interface Parts {
  readonly rules: SiteRuleRepository;
  readonly changes: RecentChanges;
}

/** Lists what a person removed or kept in articles of each site. Each rule can be deleted. */
export function SiteRulesSection({ library }: SiteRulesSectionProps): JSX.Element {
  const [rules, setRules] = useState<readonly SiteRule[] | null>(null);
  const [parts, setParts] = useState<Parts | null>(null);
  const [problem, setProblem] = useState<LibraryError | null>(null);
  const [deleted, setDeleted] = useState<(Done<void> & Pick<SiteRule, 'site'>) | null>(null);
  /** True if an undo could not restore the rule, because an opposite one was made or there are too many. */
  const [isLeft, setIsLeft] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    void library.then(async (opened) => {
      // The section about the storage says why there is no library.
      if (!opened.ok) return;
      // The page is shown before the code of the library is loaded.
      const { recentChanges, siteRuleRepository } = await import('../../library');
      if (left.signal.aborted) return;
      const { part } = opened.value;
      const rules = part(siteRuleRepository);
      setParts({ rules, changes: part(recentChanges) });
      left.signal.addEventListener('abort', rules.watchAll(setRules));
    });
    return () => left.abort();
  }, [library]);

  async function remove({ id, site }: SiteRule): Promise<void> {
    const done = await parts?.rules.delete(id);
    setProblem(done?.ok === false ? done.error : null);
    setIsLeft(false);
    if (done?.ok) setDeleted({ ...done.value, site });
  }

  async function restore({ group }: Done<void>): Promise<void> {
    const done = group === null ? undefined : await parts?.changes.undo(group);
    setProblem(done?.ok === false ? done.error : null);
    if (!done?.ok) return;
    setDeleted(null);
    setIsLeft(!done.value?.group);
  }

  return (
    <Section id="site-rules" title={t('siteRulesTitle')}>
      <p>{t('siteRulesText')}</p>
      {problem !== null && <p role="alert">{t(LIBRARY_ERRORS[problem.kind])}</p>}
      {rules !== null && rules.length === 0 && <p>{t('siteRulesNone')}</p>}
      {[...Map.groupBy(rules ?? [], ({ site }) => site)].map(([site, ofSite]) => (
        <div key={site}>
          <h3>{site}</h3>
          <ul class="stack gap-2">
            {ofSite.map((rule) => (
              <li key={rule.id} class="line split gap-3 wrap-anywhere">
                <RuleText rule={rule} />
                <Button describedBy={`rule-${rule.id}`} onClick={() => void remove(rule)}>
                  {t('siteRuleDelete')}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div role="status">
        {isLeft && <p>{t('nothingToDo')}</p>}
        {deleted !== null && (
          <p>
            {t('siteRuleDeleted', deleted.site)}{' '}
            <Button look="quiet" onClick={() => void restore(deleted)}>
              {t('actionUndo')}
            </Button>
          </p>
        )}
      </div>
    </Section>
  );
}

function RuleText({ rule }: { readonly rule: SiteRule }): JSX.Element {
  const path = describePath(rule.path);
  const what = rule.label || path;
  return (
    <span id={`rule-${rule.id}`} title={path}>
      {t(rule.action === 'remove' ? 'siteRuleRemoves' : 'siteRuleKeeps', what)}
    </span>
  );
}
