import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { RETENTION_DAYS, type Retention } from '../../domain/retention';
import type { LibraryError, SpaceFreed, StorageHealth } from '../../library';
import { Button } from '../components/button';
import { into } from '../components/signals';
import { untilLeft } from '../components/until-left';
import { formatBytes } from '../format';
import { LIBRARY_ERRORS } from '../messages';
import { formatNumber, formatUnit, type MessageKey, message, type PlainKey, t } from '../strings';

type Rule = keyof Retention;
type Preview = Readonly<Record<Rule, SpaceFreed>>;

const RETENTION_RULE_TEXTS: Readonly<
  Record<Rule, { readonly name: PlainKey; readonly frees: MessageKey }>
> = {
  trashDays: { name: 'viewTrash', frees: 'retentionFreesTrash' },
  revisionDays: { name: 'spaceRevisions', frees: 'retentionFreesRevisions' },
  imageDays: { name: 'retentionImages', frees: 'retentionFreesImages' },
  archiveDays: { name: 'retentionArchive', frees: 'retentionFreesArchive' },
  readDays: { name: 'retentionRead', frees: 'retentionFreesArchive' },
};

type Work =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly removed: number; readonly all: number }
  | { readonly kind: 'ended'; readonly isStopped: boolean }
  | { readonly kind: 'failed'; readonly error: LibraryError };

interface RetentionFormProps {
  readonly health: StorageHealth;
  /** True if a server can have articles that are not on this device. */
  readonly isSynced: boolean;
  /** Called when the space may have changed. */
  readonly onApplied: () => void;
}

/** Chooses how long things are kept, and shows what that removes before it is applied. */
export function RetentionForm(props: RetentionFormProps): JSX.Element | null {
  const { health, isSynced } = props;
  const stored = useSignal<Retention | null>(null);
  const chosen = useSignal<Retention | null>(null);
  const preview = useSignal<Preview | null>(null);
  useEffect(() => {
    const show = (rules: Retention) => {
      stored.value = rules;
      chosen.value = rules;
    };
    // If the storage fails, the page has no form.
    void health.retention().then(show, () => {});
  }, [health, stored, chosen]);
  usePreview(health, chosen, stored, preview);
  const { work, apply, stop } = useWork(props, stored);

  const rules = chosen.value;
  if (rules === null) return null;
  const isRunning = work.value.kind === 'running';
  const isChanged = rules !== stored.value;
  const shown = isSynced ? RULE_ORDER : RULE_ORDER.filter((rule) => !SYNCED_RULES.has(rule));
  return (
    <fieldset class="retention stack start full">
      <legend>{t('retentionTitle')}</legend>
      {shown.map((rule) => (
        <DaysChoice
          key={rule}
          rule={rule}
          days={rules[rule]}
          isDisabled={isRunning}
          onChoose={(days) => {
            work.value = { kind: 'none' };
            chosen.value = { ...rules, [rule]: days };
          }}
        />
      ))}
      <p class="hint">{t('retentionImagesHint')}</p>
      <div role="status">
        {isChanged && !isRunning && <PreviewText preview={preview.value} />}
        <WorkText work={work.value} />
      </div>
      {work.value.kind === 'running' && (
        <p class="line gap-3">
          <progress
            aria-label={t('progress')}
            max={Math.max(1, work.value.all)}
            value={work.value.removed}
          />
          <Button onClick={stop}>{t('actionStop')}</Button>
        </p>
      )}
      {isChanged && !isRunning && (
        <Button
          look="primary"
          isDisabled={preview.value === null}
          onClick={() => void apply(rules, preview.value)}
        >
          {t('retentionApply')}
        </Button>
      )}
    </fieldset>
  );
}

/** Applies rules, and stops with the component. */
function useWork({ health, onApplied }: RetentionFormProps, stored: Signal<Retention | null>) {
  const work = useSignal<Work>({ kind: 'none' });
  const running = useRef<AbortController | null>(null);
  const stop = () => running.current?.abort();
  useEffect(() => stop, [health]);

  async function apply(rules: Retention, preview: Preview | null): Promise<void> {
    const all = Object.values(preview ?? {}).reduce((sum, { count }) => sum + count, 0);
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    let removed = 0;
    work.value = { kind: 'running', removed, all };
    const onStep = (some: number) => {
      removed += some;
      work.value = { kind: 'running', removed, all };
    };
    const applied = await health.apply(rules, { onStep, signal });
    stored.value = rules;
    work.value = applied.ok
      ? { kind: 'ended', isStopped: signal.aborted }
      : { kind: 'failed', error: applied.error };
    onApplied();
  }

  return { work, apply, stop };
}

const RULE_ORDER: readonly Rule[] = [
  ...(['trashDays', 'revisionDays', 'imageDays'] as const),
  ...(['archiveDays', 'readDays'] as const),
];
const SYNCED_RULES: ReadonlySet<Rule> = new Set<Rule>(['archiveDays', 'readDays']);

/** Keeps `preview` true of the chosen rules; null until it is known. */
function usePreview(
  health: StorageHealth,
  chosen: Signal<Retention | null>,
  stored: Signal<Retention | null>,
  preview: Signal<Preview | null>,
): void {
  const rules = chosen.value;
  useEffect(() => {
    preview.value = null;
    if (rules === null || rules === stored.value) return;
    return untilLeft(health.preview(rules), into(preview), () => {});
  }, [health, rules, stored, preview]);
}

interface DaysChoiceProps {
  readonly rule: Rule;
  readonly days: number | null;
  readonly isDisabled: boolean;
  readonly onChoose: (days: number | null) => void;
}

function DaysChoice({ rule, days, isDisabled, onChoose }: DaysChoiceProps): JSX.Element {
  return (
    <label class="retention-rule cluster split gap-4 row-gap-1 full">
      <span>{t(RETENTION_RULE_TEXTS[rule].name)}</span>
      <select
        class="field"
        value={String(days)}
        disabled={isDisabled}
        onChange={({ currentTarget }) =>
          onChoose(currentTarget.value === 'null' ? null : Number(currentTarget.value))
        }
      >
        {RETENTION_DAYS[rule].map((each) => (
          <option key={each} value={String(each)}>
            {each === null ? t('retentionForever') : formatUnit(each, 'day')}
          </option>
        ))}
      </select>
    </label>
  );
}

const freesText = (rule: Rule, { count, bytes }: SpaceFreed): string =>
  message(RETENTION_RULE_TEXTS[rule].frees, [formatNumber(count), formatBytes(bytes)]);

/** Says what the chosen rules will remove, and what cannot be restored. */
function PreviewText({ preview }: { readonly preview: Preview | null }): JSX.Element {
  if (preview === null) return <p>{t('doctorLooking')}</p>;
  const frees = RULE_ORDER.filter((rule) => preview[rule].count > 0);
  if (frees.length === 0) return <p>{t('retentionNothing')}</p>;
  return (
    <ul class="retention-preview stack gap-1">
      {frees.map((rule) => (
        <li key={rule}>{freesText(rule, preview[rule])}</li>
      ))}
    </ul>
  );
}

function WorkText({ work }: { readonly work: Work }): JSX.Element | null {
  if (work.kind === 'failed') return <p>{t(LIBRARY_ERRORS[work.error.kind])}</p>;
  if (work.kind !== 'ended') return null;
  return <p class="options-state">{t(work.isStopped ? 'retentionStopped' : 'retentionApplied')}</p>;
}
