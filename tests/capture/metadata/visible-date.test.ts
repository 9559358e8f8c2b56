import { describe, expect, it } from 'vitest';
import { dateInLine } from '../../../src/capture/metadata/visible-date';

describe('dateInLine', () => {
  it.each([
    ['en', 'Ann Lee - Nov 19, 2019, 10:31 pm', '2019-11-19'],
    ['en', 'Published 2nd May, 2024', '2024-05-02'],
    ['en', '18 November 2019 at 14:05 GMT', '2019-11-18T14:05:00Z'],
    ['en', '18 November 2019, 2:05 pm +0200', '2019-11-18T14:05:00+02:00'],
    ['en', '11/19/2019', '2019-11-19'],
    ['de', 'publiziert am 30. Juli 2018', '2018-07-30'],
    ['de', '03.05.2024, 16.48 Uhr', '2024-05-03'],
    ['fr', 'Publié le 1er août 2023', '2023-08-01'],
    ['es', '3 de mayo de 2024', '2024-05-03'],
    ['es', '03/05/2024', '2024-05-03'],
    ['pt', '3 de março de 2024', '2024-03-03'],
    ['ru', '3 мая 2024, 10:00', '2024-05-03'],
    ['pl', '3 lutego 2024', '2024-02-03'],
    ['ar', 'الأحد 15 ديسمبر 2024', '2024-12-15'],
    ['he', '18 במאי 2025', null],
    ['hi', '26 जनवरी 2025', '2025-01-26'],
    ['th', 'เมื่อ 25 สิงหาคม 2567', '2024-08-25'],
    ['ja', '2025年2月9日 17時30分', '2025-02-09'],
    ['ko', '2025년 3월 15일', '2025-03-15'],
    ['en', '30. Juli 2018', '2018-07-30'],
    ['en', 'Monday November 18, 2019 7:45 am PST', '2019-11-18T07:45:00-08:00'],
    ['en', 'Nov 19, 2019, 10:31 pm CDT', '2019-11-19T22:31:00-05:00'],
    ['en', '3May2024', '2024-05-03'],
    ['de', '03.05.24, 16.48 Uhr', '2024-05-03'],
    ['de', '3. 5. 2024', '2024-05-03'],
    ['de', 'am 8.Dezember 2010 um 9 Uhr', '2010-12-08'],
    ['es', 'Managua 26, abril, 2022', '2022-04-26'],
    ['hu', '2024. május 3.', '2024-05-03'],
    ['lt', '2024 m. gegužės 3 d.', '2024-05-03'],
    ['ar', 'نشر في ١٢ أبريل ٢٠٢٠', '2020-04-12'],
    ['ja', '令和2年4月12日', '2020-04-12'],
    ['en', 'Ann Lee, Deadline, 3 May 2024', '2024-05-03'],
    ['en', 'Deadline | 3 May 2024', '2024-05-03'],
    ['en', 'By Ann Lee 3 May 2024', '2024-05-03'],
    ['en', 'By 3 May 2024', '2024-05-03'],
    ['de', 'Von A bis Z, Ann Lee, 3. Mai 2024', '2024-05-03'],
    ['en', '3 May 2024. Closes 9 May 2024', '2024-05-03'],
  ])('reads in a page in %s: %s', (lang, line, date) => {
    expect(dateInLine(line, lang)).toBe(date);
  });

  it.each([
    ['a change', 'Updated: 3 May 2024'],
    ['a change in German', 'Aktualisiert am 3. Mai 2024'],
    ['a change in Japanese', '更新 2024年5月3日'],
    ['a deadline', 'Deadline: 3 May 2024'],
    ['a closing date', 'Closing date for applications: 3 May 2024'],
    ['the end of an offer', 'Offer expires on Friday, 3 May 2024'],
    ['an end by a verb', 'Apply by 3 May 2024'],
    ['an end by another verb', 'Entries must reach us by 3 May 2024'],
    ['an end in brackets', 'Open (until 3 May 2024)'],
    ['an end in German', 'Anmeldung bis zum 3. Mai 2024'],
    ['an end in French', 'Date limite de candidature : 3 mai 2024'],
    ['an ambiguous order', '03/04/2024'],
    ['a day that does not exist', '31 February 2024'],
    ['another word', '3 ferns 2024'],
    ['a version', 'v3.05.24'],
    ['an address', 'Host 10.12.20.7'],
    ['numbers in a sentence', 'The 12.04.20 of the old scale is now on the wall.'],
    ['a long text', `${'Ferns grow. '.repeat(12)}3 May 2024`],
  ])('returns null for %s', (_case, line) => {
    expect(dateInLine(line, 'en')).toBeNull();
  });
});
