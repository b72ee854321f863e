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

/** Who writes in another language than English. */
export const languageOf: Record<string, Language> = {
  'Sofia Rossi': 'it_IT',
  '田中 美咲': 'ja_JP',
  'Nguyễn Thị Lan': 'vi',
  'Ahmad Faizal': 'ms',
  'Chloé Martin': 'fr_FR',
  'Hana Suzuki': 'ja_JP',
  'Budi Santoso': 'in',
  'Minh Trần': 'vi',
  'Siti Aminah': 'ms',
  'Daniel Kim': 'ko_KR',
  'Lucía García': 'es_ES',
  'Wei Zhang': 'zh_CN',
  'Somchai Jaidee': 'th',
};

/** Stars and text, by language; they suit whatever was booked. */
export const reviews: Partial<Record<Language, [number, string][]>> & { en: [number, string][] } = {
  en: [
    [5, 'Well organised from the first minute, and we never had to queue.'],
    [4, 'A great day. A little more time at the end would have been nice, everything else was as described.'],
    [5, 'Booked for my parents the evening before and the voucher arrived at once. They loved it.'],
    [2, 'We started twenty minutes late and nobody told us why. Apart from that it was worth it.'],
    [5, 'Easy to find, friendly people, and the price was better than at the door.'],
    [4, 'Busy at noon. Come early and you have it almost to yourself.'],
    [5, 'Exactly what was promised. We would book it again without thinking twice.'],
  ],
  zh_CN: [
    [5, '安排得很周到，凭证一扫就行，孩子玩得特别开心，下次还会再订。'],
    [3, '地方不错，就是人多，建议早一点出发。'],
    [5, '下单之后马上就收到凭证，现场也不用换票，非常省心。'],
  ],
  ja_JP: [
    [5, '予約も当日の受付もとてもスムーズでした。また利用したいです。'],
    [4, '案内が丁寧で分かりやすかったです。入口の目印がもう少し大きいと助かります。'],
    [5, '家族4人で利用しました。スタッフの方が親切で、子どもも大満足でした。'],
  ],
  th: [
    [5, 'เจ้าหน้าที่น่ารักมาก ได้รูปสวย ๆ กลับมาเยอะเลย คุ้มค่ามากครับ'],
    [4, 'จองง่าย ได้บัตรทันที แต่ช่วงบ่ายคนค่อนข้างเยอะ'],
  ],
  fr_FR: [
    [5, 'Une très belle journée, bien organisée et sans attente. Nous recommandons sans hésiter.'],
    [4, 'Accueil chaleureux et réservation très simple. Prévoyez un peu de marge, il y a du monde.'],
  ],
  ko_KR: [
    [4, '일정이 여유로워서 좋았어요. 직원분들도 친절했습니다.'],
    [5, '예약하자마자 바우처가 와서 편했고, 현장에서 기다리지 않았어요.'],
  ],
  vi: [
    [5, 'Đặt vé nhanh, vào cổng chỉ cần quét mã. Cả nhà rất hài lòng.'],
    [4, 'Nhân viên nhiệt tình, đúng giờ. Buổi trưa hơi đông.'],
    [5, 'Giá tốt hơn mua tại chỗ, thông tin rõ ràng. Lần sau sẽ đặt tiếp.'],
  ],
  es_ES: [
    [5, 'Todo salió como estaba descrito y el personal fue encantador.'],
    [4, 'Muy buena experiencia. Conviene llegar con tiempo.'],
  ],
  it_IT: [
    [5, 'Organizzazione perfetta, nessuna coda e personale gentilissimo.'],
    [4, 'Bella esperienza, consigliata. A mezzogiorno c’è un po’ di folla.'],
  ],
  in: [
    [5, 'Pesan malam hari, voucher langsung masuk. Anak-anak senang sekali.'],
    [4, 'Petugasnya ramah dan jadwalnya tepat waktu. Siang agak ramai.'],
  ],
  ms: [
    [5, 'Tempahan mudah, baucar terus sampai. Kakitangan sangat mesra.'],
    [4, 'Berbaloi dengan harganya. Datang awal kerana tengah hari agak sesak.'],
  ],
};

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

/** Where guests of the tour from Phuket stay: in its pick-up area, and beyond it. */
export const hotels = {
  near: [
    { address: 'Baan Talay Hotel, Thawewong Road, Patong', lat: 7.8957, lng: 98.2969 },
    { address: 'Casuarina Garden, Patak Road, Karon', lat: 7.8438, lng: 98.2952 },
    { address: 'Coral House, Kata Road, Kata', lat: 7.8213, lng: 98.2995 },
  ],
  far: [{ address: 'Old Town Shophouse, Thalang Road, Phuket Town', lat: 7.8852, lng: 98.3889 }],
};

/** Companies that want to sell and wait for the owner's answer. */
export const applicants = [
  {
    ...{ language: 'th', companyName: 'Andaman Breeze Travel', name: 'ณัฐพล ศรีสุข', email: 'andaman@example.com' },
    ...{ areaCode: '66', phone: '812345670', country: 'TH', city: 'Phuket', address: '88 Yaowarat Road' },
  },
  {
    ...{ language: 'zh_CN', companyName: '云上假期旅行社', name: '周雨桐', email: 'yunshang@example.com' },
    ...{ areaCode: '86', phone: '13800138000', country: 'CN', city: '广州', address: '天河路 385 号' },
  },
] as const;

export const driver = {
  ...{ name: 'I Made Wirawan', areaCode: '62', phone: '8123450987', plate: 'DK 1482 AB', car: 'Toyota Innova, silver' },
  remark: 'He waits at the main entrance with a sign that has your name.',
};

/** Where travellers stay, by city: of this hotel they write name and address into the form. */
export const stays: Record<string, string> = {
  bali: 'Sanur Beach House, Jl. Danau Tamblingan 88, Sanur, Bali',
  bangkok: 'Silom Garden Hotel, 128 Silom Road, Bang Rak, Bangkok',
  busan: 'Haeundae Blue Hotel, 24 Gunam-ro, Haeundae-gu, Busan',
  'chiang-mai': 'Lanna Courtyard, 42 Ratchadamnoen Road, Chiang Mai',
  'da-nang': 'My Khe Sea Hotel, 210 Võ Nguyên Giáp, Đà Nẵng',
  'george-town': 'Lorong Stewart House, 31 Lorong Stewart, George Town',
  'ha-long': 'Bãi Cháy Bay Hotel, 56 Hạ Long, Bãi Cháy, Hạ Long',
  hakone: 'Hakone Yumoto Inn, 694 Yumoto, Hakone',
  hanoi: 'Old Quarter Lantern Hotel, 17 Hàng Bạc, Hà Nội',
  'ho-chi-minh-city': 'Bến Thành Corner Hotel, 74 Lê Lợi, Quận 1, Hồ Chí Minh',
  'hoi-an': 'Thu Bồn Riverside, 12 Nguyễn Phúc Chu, Hội An',
  jakarta: 'Menteng Park Hotel, Jl. Cikini Raya 79, Jakarta',
  jeju: 'Jungmun Stone House, 35 Jungmungwangwang-ro, Seogwipo, Jeju',
  'kota-kinabalu': 'Gaya Street Hotel, 63 Jalan Gaya, Kota Kinabalu',
  krabi: 'Ao Nang Cliff Rooms, 245 Moo 2, Ao Nang, Krabi',
  'kuala-lumpur': 'Bukit Bintang Suites, 92 Jalan Bukit Bintang, Kuala Lumpur',
  kyoto: 'Gojo Machiya Inn, 118 Gojo-dori, Shimogyo-ku, Kyoto',
  langkawi: 'Pantai Cenang Lodge, Jalan Pantai Cenang, Langkawi',
  malacca: 'Jonker Heritage Rooms, 47 Jalan Hang Jebat, Melaka',
  okinawa: 'Kokusai Street Hotel, 2-6-10 Makishi, Naha, Okinawa',
  osaka: 'Dotonbori Bridge Hotel, 1-4-8 Dotonbori, Chuo-ku, Osaka',
  pattaya: 'Beach Road Residence, 336 Beach Road, Pattaya',
  phuket: 'Kata Hill Resort, 18 Patak Road, Karon, Phuket',
  sapporo: 'Odori Snow Hotel, 4-1 Odori Nishi, Chuo-ku, Sapporo',
  seoul: 'Myeongdong Lane Hotel, 22 Myeongdong 8-gil, Jung-gu, Seoul',
  singapore: 'Kampong Glam Hotel, 55 Arab Street, Singapore',
  tokyo: 'Asakusa Lantern Hotel, 2-10-5 Asakusa, Taito-ku, Tokyo',
  yogyakarta: 'Prawirotaman Guest House, Jl. Prawirotaman 21, Yogyakarta',
};
