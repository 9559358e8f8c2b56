/**
 * Words beside the names and dates of a page, by language. Collected from the pages that
 * `bench/metadata/read-by-eye.json` lists and those of `tests/pages/marked`.
 */
interface Words {
  /** Words before the name of an author. */
  readonly by: string;
  /** Words before the date of a change. */
  readonly changed: string;
  /** The last or first word of a role. */
  readonly roles: string;
}

const WORDS: Readonly<Record<string, Words>> = {
  en: {
    by: 'by',
    changed: 'updated modified edited',
    roles:
      'writer reporter editor editor-at-large correspondent contributor columnist staff producer fellow intern bureau',
  },
  de: {
    by: 'von autor autorin text',
    changed: 'aktualisiert aktualisierung geändert bearbeitet stand',
    roles: 'redakteur redakteurin reporterin korrespondent korrespondentin redaktion',
  },
  fr: {
    by: 'par auteur auteure',
    changed: 'modifié actualisé',
    roles: 'journaliste rédacteur rédactrice correspondant correspondante rédaction',
  },
  es: {
    by: 'por autor autora',
    changed: 'actualizado actualizada modificado',
    roles: 'periodista redactor redactora corresponsal redacción',
  },
  pt: {
    by: 'por',
    changed: 'atualizado atualizada',
    roles: 'repórter jornalista redator redatora correspondente redação',
  },
  it: {
    by: 'di',
    changed: 'aggiornato aggiornamento',
    roles: 'giornalista inviato inviata corrispondente redazione',
  },
  nl: { by: 'door', changed: 'bijgewerkt gewijzigd', roles: 'redacteur verslaggever redactie' },
  pl: { by: 'autor autorka', changed: 'aktualizacja zaktualizowano', roles: 'redaktor redakcja' },
  ru: {
    by: 'автор текст',
    changed: 'обновлено изменено',
    roles: 'корреспондент обозреватель журналист редактор редакция',
  },
  tr: { by: 'yazar yazan', changed: 'güncelleme güncellendi', roles: 'muhabir editör' },
  ar: { by: 'بقلم كتب كتبت', changed: 'تحديث', roles: 'مراسل محرر' },
  he: { by: 'מאת', changed: 'עודכן עדכון', roles: 'כתב כתבת עורך' },
  hi: { by: 'लेखक', changed: 'अपडेट', roles: 'संवाददाता' },
  th: { by: 'โดย', changed: 'อัปเดต', roles: 'ผู้สื่อข่าว' },
  zh: { by: '文 作者 记者 記者', changed: '更新', roles: '' },
  ja: { by: '文', changed: '更新', roles: '' },
  ko: { by: '글', changed: '수정', roles: '기자' },
};

/** Languages whose month names are known on any page, because many pages declare a wrong one. */
export const LANGUAGES: readonly string[] = Object.keys(WORDS);

const all = (kind: keyof Words): ReadonlySet<string> =>
  new Set(
    Object.values(WORDS)
      .flatMap((words) => words[kind].split(' '))
      .filter((word) => word !== ''),
  );

export const BY_WORDS = all('by');
export const CHANGE_WORDS = all('changed');
const ROLE_WORDS = all('roles');

/** True for a role without a name: `AP Sports Writer`, `Redakteurin`. */
export function isRole(text: string): boolean {
  const words = text.toLowerCase().split(' ');
  return ROLE_WORDS.has(words.at(-1) ?? '') || (words.length > 1 && ROLE_WORDS.has(words[0] ?? ''));
}
