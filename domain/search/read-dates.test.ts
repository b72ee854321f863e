// Days as people type them into the search, in 13 languages (§2 search).
import { describe, expect, it } from 'vitest';
import type { Language } from '../languages.ts';
import { readDates } from './read-dates.ts';

/** A Monday. */
const today = '2026-11-23';
const examples: [Language, string, string, string, string][] = [
  ['en', 'tomorrow singapore', '2026-11-24', '2026-11-24', 'singapore'],
  ['en', '31 December Bangkok', '2026-12-31', '2026-12-31', 'Bangkok'],
  ['en', 'Bangkok on Dec 31st, 2026', '2026-12-31', '2026-12-31', 'Bangkok'],
  ['en', '30-31 december kyoto', '2026-12-30', '2026-12-31', 'kyoto'],
  ['en', '30 dec to 2 jan bali', '2026-12-30', '2027-01-02', 'bali'],
  ['en', 'chiang mai in december', '2026-12-01', '2026-12-31', 'chiang mai'],
  ['en', 'bali 2026-12-31', '2026-12-31', '2026-12-31', 'bali'],
  ['en', 'singapore zoo saturday', '2026-11-28', '2026-11-28', 'singapore zoo'],
  ['en', 'next weekend hanoi', '2026-12-05', '2026-12-06', 'hanoi'],
  ['zh_CN', '明天 新加坡', '2026-11-24', '2026-11-24', '新加坡'],
  ['zh_CN', '后天曼谷', '2026-11-25', '2026-11-25', '曼谷'],
  ['zh_CN', '12月30日到1月2日 京都', '2026-12-30', '2027-01-02', '京都'],
  ['zh_CN', '12月30日-31日京都', '2026-12-30', '2026-12-31', '京都'],
  ['zh_CN', '这个周末河内', '2026-11-28', '2026-11-29', '河内'],
  ['zh_TW', '12月 東京', '2026-12-01', '2026-12-31', '東京'],
  ['zh_TW', '下週末 峴港', '2026-12-05', '2026-12-06', '峴港'],
  ['ja_JP', '12月31日のバンコク', '2026-12-31', '2026-12-31', 'のバンコク'],
  ['ja_JP', '明後日 ソウル', '2026-11-25', '2026-11-25', 'ソウル'],
  ['ko_KR', '12월 31일 방콕', '2026-12-31', '2026-12-31', '방콕'],
  ['ko_KR', '이번 주말 부산', '2026-11-28', '2026-11-29', '부산'],
  ['th', '31 ธันวาคม กรุงเทพ', '2026-12-31', '2026-12-31', 'กรุงเทพ'],
  ['th', '31 ธ.ค. ภูเก็ต', '2026-12-31', '2026-12-31', 'ภูเก็ต'],
  ['th', 'พรุ่งนี้ภูเก็ต', '2026-11-24', '2026-11-24', 'ภูเก็ต'],
  ['vi', 'ngày 31 tháng 12 hội an', '2026-12-31', '2026-12-31', 'hội an'],
  ['vi', 'ngay mai sai gon', '2026-11-24', '2026-11-24', 'sai gon'],
  ['vi', 'đà nẵng 31/12', '2026-12-31', '2026-12-31', 'đà nẵng'],
  ['ms', '31 Disember Langkawi', '2026-12-31', '2026-12-31', 'Langkawi'],
  ['ms', 'hujung minggu ini Melaka', '2026-11-28', '2026-11-29', 'Melaka'],
  ['in', 'besok bali', '2026-11-24', '2026-11-24', 'bali'],
  ['in', 'bulan depan jogja', '2026-12-01', '2026-12-31', 'jogja'],
  ['fr_FR', 'le 31 décembre à Bangkok', '2026-12-31', '2026-12-31', 'à Bangkok'],
  ['fr_FR', 'du 30 au 31 decembre kyoto', '2026-12-30', '2026-12-31', 'du kyoto'],
  ['fr_FR', 'ce week-end kuala lumpur', '2026-11-28', '2026-11-29', 'kuala lumpur'],
  ['es_ES', '31 de diciembre bangkok', '2026-12-31', '2026-12-31', 'bangkok'],
  ['es_ES', 'pasado mañana tokio', '2026-11-25', '2026-11-25', 'tokio'],
  ['pt_PT', 'amanhã singapura', '2026-11-24', '2026-11-24', 'singapura'],
  ['pt_PT', 'próximo mês quioto', '2026-12-01', '2026-12-31', 'quioto'],
  ['it_IT', '31 dicembre bangkok', '2026-12-31', '2026-12-31', 'bangkok'],
  ['it_IT', 'dopodomani kyoto', '2026-11-25', '2026-11-25', 'kyoto'],
];

/** No days, though they look like some. */
const undated: [Language, string][] = [
  ['fr_FR', 'chiang mai'],
  ['fr_FR', 'chiang mai 3 jours'],
  ['en', 'kansai rail pass 3 days'],
  ['en', 'ha long 2 days 1 night'],
  ['ja_JP', 'ハロン湾 1泊2日'],
  ['zh_CN', '济州偶来7号路线'],
  ['ko_KR', '하롱베이 1박2일'],
  ['es_ES', 'tour por la mañana'],
  ['th', 'เชียงใหม่'],
];

describe('days in a search (§2 search)', () => {
  it.each(examples)('%s: %s', (language, typed, from, to, rest) => {
    expect(readDates(typed, language, today)).toEqual({ from, to, rest });
  });

  it.each(undated)('%s: %s has no day', (language, typed) => {
    expect(readDates(typed, language, today)).toBeNull();
  });

  it('keeps to what is left of a weekend and of a month', () => {
    expect(readDates('this weekend', 'en', '2026-11-29')).toEqual({ from: '2026-11-29', to: '2026-11-29', rest: '' });
    expect(readDates('november', 'en', today)).toEqual({ from: today, to: '2026-11-30', rest: '' });
    expect(readDates('1 november', 'en', today)?.from).toBe('2027-11-01');
  });
});
