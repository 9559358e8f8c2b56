import type { CollectionRow, OutboxRow, Refusal } from '../../library';
import { type PlainKey, t } from '../strings';
import { fieldWords } from './field-words';

const INTENTS = {
  create: 'attentionCreate',
  content: 'attentionContent',
  patch: 'attentionPatch',
  delete: 'attentionDelete',
  keep: 'attentionLook',
  twin: 'attentionLook',
} as const satisfies Record<OutboxRow['intent']['kind'], PlainKey>;

/** By the kind of the service's error; another one is told in the server's own words alone. */
const REASONS: Readonly<Record<string, PlainKey>> = {
  invalid: 'attentionInvalid',
  'too-large': 'attentionTooLarge',
  'answer-too-large': 'attentionTooLarge',
  forbidden: 'attentionForbidden',
  'not-found': 'attentionNotFound',
  malformed: 'attentionMalformed',
};

/** What was to be sent. */
export function intentWords({ intent }: Pick<OutboxRow, 'intent'>): string {
  if (intent.kind !== 'patch') return t(INTENTS[intent.kind]);
  const hasLabels = intent.addLabels.length + intent.removeLabels.length > 0;
  const fields = [...Object.keys(intent.set), ...(hasLabels ? ['labels'] : [])];
  const names = fields.flatMap((field) => fieldWords(field) ?? []).join(', ');
  return names === '' ? t(INTENTS.patch) : t('attentionPatchOf', names);
}

/** What was to be sent of a collection. */
export function collectionIntentWords({ deletedAt, base }: CollectionRow): string {
  if (deletedAt !== null) return t('attentionDelete');
  return t(base === null ? 'attentionCreate' : 'attentionPatch');
}

/** Why the server has not taken it. */
export function reasonWords({ refusal }: { readonly refusal?: Refusal | null }): string {
  return t((refusal && REASONS[refusal.kind]) ?? 'attentionRefused');
}
