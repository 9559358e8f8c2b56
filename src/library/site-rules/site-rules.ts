import { err, ok } from '../../domain/result';
import {
  isSameRule,
  ruleKey,
  SITE_RULE_LIMITS,
  type SiteRule,
  type SiteRuleId,
} from '../../domain/site-rules/site-rule';
import { act, type ChangeLog, type Done } from '../database/change-log';
import type { Dispose, Written } from '../database/commit';
import { watch } from '../database/live';
import type { SiteRuleLogEntry } from '../database/log-rows';
import type { LibraryDatabase } from '../database/schema';
import { repository, type Store } from '../database/store';

export type SiteRuleRepository = ReturnType<typeof siteRuleRepository>;

/** The decisions of a person about blocks of a site. */
export const siteRuleRepository = repository({
  /** Returns the rules of a site (`siteOf`), oldest first. */
  ofSite: ({ db }, site: string): Promise<readonly SiteRule[]> => rulesOf(db, site),

  /** Returns the sites that have rules. */
  sites: ({ db }): Promise<readonly string[]> => sitesOf(db),

  /** Calls `listener` now and when the rules have changed. */
  watchSites: (store, listener: () => void): Dispose =>
    watch(store, () => sitesOf(store.db), listener),

  /** Calls `listener` with all rules, by site, oldest first. */
  watchAll: (store, listener: (rules: readonly SiteRule[]) => void): Dispose =>
    watch(store, () => readRules(store.db), listener),

  /** Deletes a rule. Articles stay as they are. */
  delete: (store, id: SiteRuleId): Written<Done<void>> =>
    act(store, ['siteRules'], async (log) => {
      const rule = await store.db.siteRules.get(id);
      if (rule === undefined) return err({ kind: 'not-found' });
      await store.db.siteRules.delete(id);
      log.add([logged(rule, { before: rule, after: null })]);
      return ok(undefined);
    }),
});

/** Undoes the deletion of a rule, or that again, inside a transaction over `siteRules`. */
export async function putRuleBack(
  { db }: Store,
  { ids: [id], before, after }: SiteRuleLogEntry,
  log: ChangeLog,
): Promise<void> {
  if (before === null) {
    const rule = await db.siteRules.get(id);
    if (rule === undefined) return;
    await db.siteRules.delete(id);
    log.add([logged(rule, { before: rule, after: null })]);
  } else if (after === null) {
    // The log has a whole rule where one was deleted.
    const rule = before as SiteRule;
    // A rule that was made since does the opposite.
    if ((await rulesOf(db, rule.site)).some((other) => isOpposite(other, rule))) return;
    await addRules(db, [rule], log);
  }
}

/** Drops a rule and adds one, inside a transaction over `siteRules`. Returns those that have changed. */
export async function changeRules(
  { db, now }: Store,
  {
    rule,
    dropped,
  }: { readonly rule: Omit<SiteRule, 'created'> | null; readonly dropped: SiteRuleId | null },
  log: ChangeLog,
): Promise<{ readonly added: readonly SiteRule[]; readonly dropped: readonly SiteRule[] }> {
  const gone = dropped === null ? undefined : await db.siteRules.get(dropped);
  if (gone !== undefined) await db.siteRules.delete(gone.id);
  const dropOf = gone === undefined ? [] : [gone];
  log.add(dropOf.map((rule) => logged(rule, { before: rule, after: null })));
  const { added, replaced } = await addRules(
    db,
    rule === null ? [] : [{ ...rule, created: now() }],
    log,
  );
  return { added, dropped: [...dropOf, ...replaced] };
}

const logged = (
  { id, site }: SiteRule,
  sides: Pick<SiteRuleLogEntry, 'before' | 'after'>,
): SiteRuleLogEntry => ({ table: 'siteRules', ids: [id], name: site, ...sides });

const sitesOf = async (db: LibraryDatabase): Promise<readonly string[]> =>
  (await db.siteRules.orderBy('site').uniqueKeys()).map(String);

async function rulesOf(db: LibraryDatabase, site: string): Promise<readonly SiteRule[]> {
  const rules = await db.siteRules.where('site').equals(site).toArray();
  return rules.sort(byAge);
}

/** Returns all rules by site, oldest first. */
export async function readRules(db: LibraryDatabase): Promise<readonly SiteRule[]> {
  const rules = await db.siteRules.toArray();
  return rules.sort((a, b) => (a.site < b.site ? -1 : a.site > b.site ? 1 : byAge(a, b)));
}

const byAge = (a: SiteRule, b: SiteRule): number => a.created - b.created || (a.id < b.id ? -1 : 1);

/**
 * Adds rules inside a transaction. A rule that does the same as another one is skipped, and so is one
 * beyond the number of a site. A rule replaces the one that does the opposite. Returns the rules that
 * were added and those that they replaced.
 */
export async function addRules(
  db: LibraryDatabase,
  rules: readonly SiteRule[],
  log?: ChangeLog,
): Promise<{ readonly added: readonly SiteRule[]; readonly replaced: readonly SiteRule[] }> {
  const added: SiteRule[] = [];
  const replaced: SiteRule[] = [];
  for (const rule of rules) {
    const others = await rulesOf(db, rule.site);
    const isKnown = others.some((other) => other.id === rule.id || isSameRule(other, rule));
    if (isKnown || others.length >= SITE_RULE_LIMITS.rulesOfSite) continue;
    const opposite = others.filter((other) => isOpposite(other, rule));
    await db.siteRules.bulkDelete(opposite.map(({ id }) => id));
    await db.siteRules.add(rule);
    replaced.push(...opposite);
    added.push(rule);
  }
  log?.add(replaced.map((rule) => logged(rule, { before: rule, after: null })));
  log?.add(added.map((rule) => logged(rule, { before: null, after: rule })));
  return { added, replaced };
}

/** True for rules of the same blocks, of which one removes what the other keeps. */
const isOpposite = ({ action, ...other }: SiteRule, rule: SiteRule): boolean =>
  action !== rule.action && ruleKey({ ...other, action: rule.action }) === ruleKey(rule);
