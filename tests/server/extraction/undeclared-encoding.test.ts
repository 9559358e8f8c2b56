import { describe, expect, it } from 'vitest';
import { detectEncoding } from '../../../server/extraction/reading/detect-encoding';
import { readPage } from '../../../server/extraction/reading/read-page';
import { encode } from '../support/encode';

const read = (bytes: Uint8Array, contentType = 'text/html') =>
  readPage({ url: 'https://a.org/', bytes, contentType, findsMain: true }, { detectEncoding });

const CSS = '<style>body{margin:0}</style><script>function go(a){location.href=a}</script>';
const page = (title: string, text: string) =>
  `<html><head><title>${title}</title>${CSS}</head><body><p>${text}</p></body></html>`;

const TEXTS: readonly (readonly [string, string, string])[] = [
  ['windows-1251', 'Прогулка', 'Вчера вечером мы долго шли вдоль реки, и кто-то играл на гитаре.'],
  [
    'windows-1251',
    'Новини',
    'Міська рада ухвалила рішення про ремонт мосту, який триватиме до осені.',
  ],
  [
    'iso-8859-6',
    'البحر',
    'ذهب الولد إلى المدرسة في الصباح الباكر ثم عاد إلى البيت وقرأ كتابا عن البحر والسفن القديمة.',
  ],
  [
    'windows-1256',
    'البحر',
    'ذهب الولد إلى المدرسة في الصباح الباكر ثم عاد إلى البيت وقرأ كتابا عن البحر والسفن القديمة.',
  ],
  ['koi8-r', 'Сервер', 'Откройте файл настроек, найдите строку с именем хоста и проверьте журнал.'],
  ['ibm866', 'Прогулка', 'Вчера вечером мы долго шли вдоль реки, и кто-то играл на гитаре.'],
  [
    'x-mac-cyrillic',
    'Прогулка',
    'Вчера вечером моя семья шла вдоль реки, и кто-то играл на гитаре.',
  ],
  ['macintosh', 'Été', 'Hier soir, nous avons marché longtemps. L’été était passé très vite.'],
  [
    'macintosh',
    'Über',
    'Gestern gingen wir am Fluss entlang. Drüben brannten Lichter – schön war’s.',
  ],
  [
    'macintosh',
    'Paseo',
    'Ayer caminamos mucho tiempo junto al río y después cenamos en un jardín.',
  ],
  ['gbk', '湖边的秋天', '秋天的湖边很安静，树叶慢慢变黄，老人们在岸边钓鱼。'],
  ['big5', '湖邊的秋天', '秋天的湖邊很安靜，樹葉慢慢變黃，老人們在岸邊釣魚。'],
  ['shift_jis', '秋の散歩', '昨日は川沿いを歩いて、紅葉を見ました。風が少し冷たかったです。'],
  ['euc-jp', '秋の散歩', '昨日は川沿いを歩いて、紅葉を見ました。風が少し冷たかったです。'],
  ['euc-kr', '가을 산책', '어제는 강가를 따라 걸으며 단풍을 보았습니다. 바람이 조금 차가웠습니다.'],
  [
    'windows-1250',
    'Prechádzka',
    'Včera večer sme dlho kráčali popri rieke a niekto hral na husliach.',
  ],
  [
    'windows-1250',
    'Żurek',
    'Zakwas należy przygotować kilka dni wcześniej, dodać śmietanę i czosnek.',
  ],
  [
    'windows-1250',
    'Séta',
    'Tegnap este sokáig sétáltunk a folyó mentén, és fények égtek a túlsó parton.',
  ],
  [
    'iso-8859-7',
    'Περίπατος',
    'Χθες το βράδυ περπατήσαμε πολλή ώρα δίπλα στο ποτάμι και μιλούσαμε.',
  ],
  [
    'windows-1254',
    'Yürüyüş',
    'Dün akşam nehir boyunca uzun süre yürüdük, karşı kıyıda ışıklar yanıyordu.',
  ],
  ['windows-1255', 'טיול', 'אתמול בערב הלכנו זמן רב לאורך הנהר ודיברנו על הקיץ.'],
  ['windows-1252', 'Été', 'Hier soir, nous avons marché longtemps. L’été était passé très vite.'],
  [
    'windows-1252',
    'Über',
    'Gestern gingen wir am Fluss entlang. Drüben brannten Lichter – schön war’s.',
  ],
  ['windows-1252', 'Notes', 'A dinner at the café “Bell” costs 12 €, with a view of the harbour.'],
  [
    'windows-1252',
    'Names',
    'Señor Nuñez wrote a short note about the boats in the harbour of the town.',
  ],
];

describe('a page that does not declare its encoding', () => {
  it.each(TEXTS)('is read by its letters: %s, %s', (encoding, title, text) => {
    const { metadata, article } = read(encode(page(title, text), encoding));
    expect(metadata.title).toBe(title);
    expect(article?.text).toContain(text);
  });

  it('is read by its letters after a long script and a sign', () => {
    const [encoding, title, text] = ['windows-1251', 'Прогулка', TEXTS[0]?.[2] ?? ''];
    const start = `<!-- \u00a9 2010 --><script>${'var a = 1;'.repeat(30_000)}</script>`;
    expect(read(encode(start + page(title, text), encoding)).metadata.title).toBe(title);
  });

  it('may be plain text', () => {
    const [encoding, , text] = TEXTS[4] ?? ['', '', ''];
    expect(read(encode(text, encoding), 'text/plain').article?.text).toBe(text);
  });

  it('is UTF-8 with a few damaged characters', () => {
    const whole = Buffer.from(page('Bücher', 'Die größte Überraschung: ein schönes Märchen.'));
    const damaged = Buffer.concat([whole, Buffer.from([0xe4, 0x20, 0x66, 0xfc])]);
    expect(read(damaged).metadata.title).toBe('Bücher');
    expect(read(damaged).article?.text).toContain('größte Überraschung');
    const mostlyAscii = Buffer.from(page('Notes', 'A long day at the café by the harbour.'));
    expect(read(mostlyAscii.subarray(0, -20)).metadata.title).toBe('Notes');
  });

  it.each([
    ['only speaks of one', '<meta name="description" content="How to set the charset of a page">'],
    ['has no encoding of that name', '<meta charset="utf8mb4">'],
  ])('is UTF-8 if it is valid and %s', (_, meta) => {
    const bytes = Buffer.from(`<html><head>${meta}<title>Größe</title></head><body><p>Größe`);
    expect(read(bytes).metadata.title).toBe('Größe');
  });

  it('is read although its header names an encoding that browsers refuse', () => {
    const bytes = Buffer.from(page('Größe', 'Größe der Bäume'));
    expect(read(bytes, 'text/html; charset=iso-2022-kr').metadata.title).toBe('Größe');
  });

  it('is not looked at where it declares one', () => {
    const text = encode(page('Прогулка', TEXTS[0]?.[2] ?? ''), 'windows-1251');
    const { title } = read(text, 'text/html; charset=windows-1252').metadata;
    expect(title).toBe('Ïðîãóëêà');
  });

  it.each([
    ['noise', Uint8Array.from({ length: 2_000_000 }, (_, at) => (at * 7919 + (at >> 3)) % 256)],
    ['one byte', new Uint8Array(2_000_000).fill(0xff)],
    ['escapes', Buffer.from(`${'\x1b$B'.repeat(500_000)}\xe9`, 'latin1')],
    ['only tags', Buffer.from(`${'<'.repeat(1_000_000)}\xe9`, 'latin1')],
    ['only scripts', Buffer.from(`${'<script>'.repeat(200_000)}\xe9`, 'latin1')],
    ['single letters', Buffer.from(`\xe9${' '.repeat(101)}`.repeat(20_000), 'latin1')],
  ])('is decoded somehow when it is %s', (_, bytes) => {
    const encoding = detectEncoding(bytes);
    expect(() => new TextDecoder(encoding ?? 'utf-8')).not.toThrow();
  });
});
