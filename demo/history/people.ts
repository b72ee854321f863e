// Who appears in the demo's history, and what they write. Their words are in their own languages, as a shop gets them.
import type { Language } from '../../domain/languages.ts';

/** Further partners of the demo; passwords are the word before the at sign, with the year. */
export const buyers = [
  { kind: 'corporate', name: 'Borneo Trails Travel', person: 'Jason Liew', email: 'borneo@example.com', level: 1 },
  { kind: 'corporate', name: 'Lotus Tours Bangkok', person: 'สุดา วงศ์ทอง', email: 'lotus@example.com', level: 2 },
  { kind: 'corporate', name: '海之旅国际旅行社', person: '林晓雯', email: 'haizhilv@example.com', level: 2 },
  { kind: 'individual', name: 'Sofia Rossi', person: 'Sofia Rossi', email: 'sofia@example.com', level: 0 },
  { kind: 'individual', name: '田中 美咲', person: '田中 美咲', email: 'misaki@example.com', level: 0 },
  { kind: 'individual', name: 'Nguyễn Thị Lan', person: 'Nguyễn Thị Lan', email: 'lan@example.com', level: 0 },
  { kind: 'individual', name: 'Ahmad Faizal', person: 'Ahmad Faizal', email: 'faizal@example.com', level: 0 },
] as const;

/** Each of them begins with this much, and is topped up to it. */
export const usualDeposit = 20_000;

export const passwordOf = (email: string) => `${email.split('@')[0]}-2026`;

export const travellers = [
  ...[
    'Mei Tan',
    'Arjun Nair',
    'Chloé Martin',
    'Hana Suzuki',
    'Budi Santoso',
    'Emma Wilson',
    'Minh Trần',
    'Olga Petrova',
  ],
  ...[
    'Lukas Weber',
    'Siti Aminah',
    'Daniel Kim',
    'Lucía García',
    'Noah Brown',
    'Wei Zhang',
    'Somchai Jaidee',
    'Zara Khan',
  ],
];

/** Stars, language and text. */
export const reviews: [number, Language, string][] = [
  [5, 'en', 'Well organised from the first minute, and we never had to queue.'],
  [4, 'en', 'A great day. A little more time at the end would have been nice, everything else was as described.'],
  [5, 'zh_CN', '安排得很周到，凭证一扫就行，孩子玩得特别开心，下次还会再订。'],
  [3, 'zh_CN', '景点不错，就是人多，建议早一点出发。'],
  [5, 'ja_JP', '予約も当日の受付もとてもスムーズでした。景色が素晴らしく、また来たいです。'],
  [4, 'ja_JP', '案内が丁寧で分かりやすかったです。入口の目印がもう少し大きいと助かります。'],
  [5, 'th', 'เจ้าหน้าที่น่ารักมาก ได้รูปสวย ๆ กลับมาเยอะเลย คุ้มค่ามากค่ะ'],
  [2, 'en', 'We started twenty minutes late and nobody told us why. Apart from that it was worth it.'],
  [5, 'fr_FR', 'Une très belle journée, bien organisée et sans attente. Nous recommandons sans hésiter.'],
  [4, 'ko_KR', '일정이 여유로워서 좋았어요. 직원분들도 친절했습니다.'],
  [5, 'vi', 'Đặt vé nhanh, vào cổng chỉ cần quét mã. Cả nhà rất hài lòng.'],
  [5, 'en', 'Booked for my parents the evening before and the voucher arrived at once. They loved it.'],
];

export const questions = [
  [
    'Can we bring a pram on board?',
    'Yes, there is room for prams next to the entrance. Please be there ten minutes earlier.',
  ],
  ['我们有一位老人，需要轮椅，可以安排吗？', '可以的，我们已经为您预留了轮椅，请在集合点找工作人员。'],
  ['Is lunch vegetarian on request?', 'Of course. We have noted two vegetarian lunches on your booking.'],
  ['ホテルまで迎えに来てもらえますか？', 'はい、ロビーに8時にお迎えに上がります。'],
] as const;

export const openQuestions = [
  'Our flight lands at 11:40 now instead of 09:15. Can the driver still meet us?',
  '可以把两位成人改成一大一小吗？',
] as const;
