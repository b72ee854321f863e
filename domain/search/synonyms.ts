// Words that mean what the catalogue calls something else (§2 search), as people of 13 languages type them. A name of a kind of product
// finds its subtypes (domain/product-types.ts) and puts them first; any other word finds the word before the colon. A word that occurs
// only in the names of products needs no line here: a product is found by its words in every language.
import type { Language } from '../languages.ts';

/** Codes of subtypes, and the words that people call them by. Behind a slash: words of the catalogue that find more, after these. */
const kindLines: string[] = [
  '#101: day trip, day tour, excursion, excursión, escursione, 一日游, 一日遊, 日帰りツアー, 당일투어, ทัวร์วันเดียว, ทัวร์ 1 ' +
    'วัน, tur sehari',
  '#201: spa, massage, masaje, massaggio, massagem, massagens, masajes, urut, urutan, pijat, nuad, 按摩, 水疗, ' +
    'マッサージ, 마사지, นวด, mát xa',
  '#202: diving, scuba, scuba diving, dive, buceo, mergulho, plongée, plongee sous marine, immersioni, ' +
    'immersione, selam, menyelam, selam skuba, skuba, diving, 潜水, 潛水, ダイビング, 다이빙, 스쿠버다이빙, 스쿠버 다이빙, ดำน้ำ, lặn, ' +
    'lặn biển',
  '#203: golf, golfe, 高尔夫, 高爾夫, ゴルフ, 골프, กอล์ฟ',
  '#204: ski, skiing, snow, snowboard, esqui, esquí, esquiar, sci, sciare, 滑雪, スキー, スノボ, 스키, สกี, trượt tuyết',
  '#205: hiking, hike, trekking, trek, senderismo, randonnée, escursionismo, caminhada, mendaki, pendakian, ' +
    '徒步, 健行, ハイキング, 등산, 하이킹, เดินป่า',
  '#208: workshop, class, cooking class, taller, atelier, laboratorio, oficina, bengkel, 手作, ワークショップ, 체험, ' +
    'เวิร์กช็อป',
  '#209 #701: cruise, cruises, boat tour, crucero, croisière, crociera, cruzeiro, pelayaran, 游船, 遊船, 游轮, 郵輪, ' +
    'クルーズ, 크루즈, ล่องเรือ, du thuyền',
  '#401: show, cabaret, theatre, theater, espectáculo, spectacle, spettacolo, persembahan, pertunjukan, 演出, ' +
    '表演, 秀, ショー, 공연, โชว์',
  '#402: boxing, boxeo, boxe, tinju, 拳击, 拳擊, ボクシング, 복싱, มวย, quyền anh',
  '#703: cable car, cable cars, ropeway, gondola, teleférico, téléphérique, telepherique, funivia, kereta ' +
    'kabel, kereta gantung, 缆车, 纜車, ロープウェイ, 케이블카, กระเช้า, กระเช้าไฟฟ้า, cáp treo',
  '#705: hop on hop off, sightseeing bus, bus turístico, bus touristique, bus turistico, 观光巴士, 觀光巴士, 観光バス, ' +
    '시티투어버스, 시티투어',
  '#1001 #1002: internet, data, mobile data, internet card, internet móvil, 上网卡, 上網卡, 网卡, 網卡, 流量, 流量卡, データ通信, ' +
    '데이터, เน็ต, เน็ตมือถือ, kuota, mạng',
  '#1001: wifi, wi fi, pocket wifi, wifi router, portable wifi, mifi, wifi egg, 随身wifi, 隨身wifi, wifi 分享器, 分享器, ' +
    'wifi蛋, ポケットwifi, ルーター, 와이파이, 포켓와이파이, 도시락 와이파이, ไวไฟ, พ็อกเก็ตไวไฟ, wifi du lich',
  // Without a SIM card for a country its Wi-Fi is found, by the name of their category.
  '#1002 / sim cards: sim, esim, e sim, sim card, simcard, sim kad, simkad, kad sim, kartu sim, kartu perdana, carte sim, ' +
    'tarjeta sim, cartão sim, scheda sim, 电话卡, 電話卡, 手机卡, sim卡, simカード, シム, シムカード, 유심, 이심, 심카드, ซิม, ซิมการ์ด, ' +
    'อีซิม, thẻ sim',
  '#1101: car with driver, private driver, car hire, car rental, rent a car, chauffeur, coche con conductor, ' +
    'carro com motorista, auto con conducente, auto con autista, voiture avec chauffeur, sewa mobil, sewa ' +
    'kereta, 包车, 包車, チャーター, 기사 포함, 렌터카, รถพร้อมคนขับ, เช่ารถ, thuê xe',
  '#1102 #1103: airport transfer, transfer, taxi, teksi, airport pickup, transfert, traslado, traslados, ' +
    'transfer aeroporto, transfert aéroport, transfere, 接机, 接機, 机场接送, 機場接送, 接送, 送迎, 空港送迎, タクシー, 공항픽업, 픽업, 택시, ' +
    'รถรับส่ง, แท็กซี่, đưa đón, đón sân bay, xe sân bay',
  '#1401: rail pass, train pass, travel pass, transport pass, jr pass, abono, pass ferroviaire, 周游券, 周遊券, ' +
    '乗り放題, 패스',
  '#1502 #701: ferry, boat, speedboat, fast boat, ferri, feri, traghetto, ferry boat, bateau, barco, kapal, bot ' +
    'laju, 船票, 渡轮, 渡輪, 快船, フェリー, 페리, เรือเร็ว, เรือเฟอร์รี่, phà',
  '#1504: train, tren, treno, comboio, trem, kereta api, 火车, 火車, 電車, 列車, 기차, 열차, รถไฟ, tàu hỏa, tàu lửa',
  '#1601 #1602: hotel, hotels, hôtel, hoteles, albergo, accommodation, stay, penginapan, 酒店, 饭店, 飯店, 旅馆, 旅館, ' +
    '住宿, ホテル, 宿, 호텔, 숙소, โรงแรม, ที่พัก, khách sạn',
  '#1602: homestay, guesthouse, guest house, 民宿, 민박, ゲストハウス, 게스트하우스, โฮมสเตย์',
  '#801 #802 #803: restaurant, restaurante, ristorante, dining, meal, restoran, 餐厅, 餐廳, 美食, レストラン, グルメ, 맛집, 식당, ' +
    'ร้านอาหาร, nhà hàng',
];

/** What is in the catalogue's names: the words that mean the same. Places by their other names, spellings and regions. */
const meaningLines: string[] = [
  'kuala lumpur: kl, k l, jilongpo, クアラ, ケーエル, 쿠알라, กรุงกัวลาลัมเปอร์',
  'bangkok: bkk, krung thep, krungthep, กรุงเทพ, กทม, mangu, バンコック, 방콕시, băng cốc, bang kok',
  'singapore: sg, xinjiapo, 星加坡, シンガ, 싱가폴, xin ga po, singapur, สิงค์โปร์',
  'tokyo: dongjing, トウキョウ, toukyou, とうきょう, 동경, tokio, toquio',
  'kyoto: jingdu, キョウト, きょうと, kioto, quioto, เกียวโต',
  'osaka: daban, オオサカ, おおさか, oosaka, 大坂, โอซาก้า',
  'sapporo: zhahuang, サッポロ, hokkaido, 北海道, ホッカイドウ, 홋카이도, ฮอกไกโด',
  'hakone: xianggen, ハコネ, ฮาโกเน่',
  'fuji: fushishan, フジ, ふじ, フジサン, ふじさん, 富士',
  'sushi: すし, スシ, お寿司, おすし, 鮨',
  'okinawa: chongsheng, オキナワ, naha, 那覇, 那霸, โอกินาว่า',
  'seoul: shouer, 汉城, 漢城, ソール, 서울시, hán thành',
  'busan: fushan, pusan, プサン, 부산시',
  'jeju: jizhou, jizhoudao, cheju, チェジュ, 제주도, เกาะเชจู',
  'hanoi: henei, ha noi, はのい',
  'ho chi minh: saigon, sai gon, 西贡, 西貢, サイゴン, 사이공, ไซง่อน, hcmc, hcm, tphcm, huzhiming, 호치민, 호치민시, โฮจิมินห์',
  'da nang: danang, xiangang, 다낭시, ดานัง, 蚬港',
  'hoi an: huian, hoian, ホイヤン, 호이안시',
  'ha long: halong, xialong, xialongwan, 下龍, 하롱만, ฮาลองเบย์, halong bay, along',
  'bali: balidao, 巴里岛, 巴里島, 巴厘, 峇里, バリ, 발리섬, เกาะบาหลี, denpasar',
  'jakarta: yajiada, batavia, ジャカルタ市',
  'yogyakarta: jogja, jogjakarta, yogya, yogja, jogya, rire, ジョグジャ, 욕야카르타',
  'phuket: puji, pujidao, puket, 布吉, 布吉島, 푸켓, 푸켓섬, プーケット島, เกาะภูเก็ต',
  'chiang mai: qingmai, chiengmai, チェンマイ市, 치앙마이시, 清邁, เชียงไหม่',
  'pattaya: batiya, 芭堤雅, 帕塔亚, パッタヤー, 파타야시',
  'krabi: jiami, 喀比, กระบี่',
  'george town: penang, pulau pinang, pinang, binglangyu, bincheng, 檳城, 槟城, 檳榔嶼, 槟榔屿, ペナン, ペナン島, 페낭, 피낭, ' +
    'ปีนัง',
  'langkawi: lankawi, langawi, lankaiwei, lankawei, 浮罗交怡, 蘭卡威島, 랑카위섬',
  'kota kinabalu: sabah, kk, yabi, 沙巴, サバ, 사바, 코타, ซาบาห์',
  'malacca: melaka, malaka, maliujia, malacce',
  'thailand: taiguo, siam, タイ国, thai lan',
  'japan: riben, nihon, nippon, ニホン, ニッポン, にほん, nhat ban, jepun, jepang',
  'korea: hanguo, south korea, kankoku, カンコク, 남한, han quoc',
  'malaysia: malaixiya, 大马, 大馬',
  'indonesia: yindunixiya, 印尼',
  'vietnam: yuenan, viet nam',
  // Sights as Chinese names are typed in Latin letters.
  'petronas: shuangzita, shuangzixingta, klcc, torres gemelas, torres gêmeas, torri gemelle, tours jumelles, 쌍둥이빌딩, 쌍둥이타워',
  'batu caves: heifengdong',
  'penang hill: shengqishan',
  'gardens by the bay: binhaiwan, binhaiwanhuayuan',
  'grand palace: dahuanggong',
  'chao phraya: meinanhe',
  'phi phi: pipidao',
  'gyeongbokgung: jingfugong',
  'borobudur: poluofutu',
  'ba na hills: banashan',
  'cu chi: guzhi, guzhididao',
  'universal studios: universal studio, huanqiuyingcheng, ユニバ, 유니버설, 유니버셜, 유니버셜 스튜디오, ยูนิเวอร์แซล, ' +
    'phim trường universal, 环球, 環球',
  'universal studios japan: usj',
  'universal studios singapore: uss',
  'hot spring, hot-spring inn, 温泉, 溫泉: onsen, 泡汤, 泡湯, 온천, ออนเซ็น, ออนเซน, tắm onsen, suối nước nóng, aguas ' +
    'termales, sumber air panas',
  'muay thai: มวยไทย, thai boxing, boxe thai, boxe thaïe, boxeo tailandés, boxe tailandês, boxe thailandese, tinju ' +
    'thai, 泰拳, ムエタイ',
  'thai massage, massage thaï, massagem tailandesa: massaggio thailandese, masaje thai, urut thai, pijat ' +
    'thai, นวดไทย',
  'zoo: dongwuyuan, jardim zoológico, zoológico, zoologico, taman haiwan, bonbin, 動物園, สวนสัตว์',
  'mount: mt',
  'cabaret: 人妖, 人妖秀, 人妖表演, ladyboy, ladyboys, lady boy, ニューハーフ, 트랜스젠더, กะเทย',
  'elephant: 大象, 象, ゾウ, ช้าง',
  'snorkel, diving, island hopping, islands: snorkeling, snorkelling, snorkling, 浮潜, 浮潛, シュノーケル, シュノーケリング, ' +
    '스노클링, ดำน้ำตื้น, lặn ngắm',
  'islands, island, 跳岛, 岛, 島: 跳岛, 跳島, 离岛, island hopping, アイランドホッピング, 호핑, 호핑투어',
  'aquarium: oceanarium, sea life, 水族館, アクアリウム, 아쿠아리움, acuario, aquário, thủy cung, thuy cung',
  'airport: aeroport, bandara, lapangan terbang, สนามบิน, 공항',
  'street food: foodie tour, food tour, jajanan, hawker, 小吃, 屋台, 먹거리, ăn vặt, comida de rua',
  'temple, temples: wat, kuil, pura, tempel, chùa, 寺, 寺庙, 寺廟',
  'overnight: night train',
  'sunrise: amanhecer, fajar, matahari terbit',
  'skytree: sky tree, qingkongta, tiankongshu, スカツリ, 天空树, 晴空树, 天空樹',
  'cruise: 游轮, 遊輪, 郵輪',
];

/** Words without which a query means the same; those of the reader's language and of English count. */
const quietWords: Record<Language, string> = {
  en:
    'a an the in at to of for from on and or with near by best cheap cheapest things do what where how buy book ' +
    'booking reserve reservation rent rental hire ticket tickets price prices deal deals promo online',
  zh_CN: '的 去 在 到 从 门票 票 附近 价格 便宜 预订 预定 购买 推荐 好玩 攻略 旅游 租 优惠 特价',
  zh_TW: '的 去 在 到 從 門票 票 附近 價格 便宜 預訂 預定 購買 推薦 好玩 攻略 旅遊 租 優惠 特價',
  ja_JP: 'の を に で へ と から チケット 予約 料金 格安 安い おすすめ 観光 旅行 レンタル 割引',
  ko_KR: '의 에서 에 티켓 입장권 예약 예매 추천 가격 저렴한 할인 여행 관광 대여 렌탈',
  th: 'ไป ที่ ใน เที่ยว ตั๋ว จาก ราคา จอง ซื้อ เช่า ถูก ส่วนลด โปรโมชั่น',
  vi: 'và ở cho của tại vé mua đi từ đến giá rẻ đặt thuê du lịch',
  ms: 'di ke dari untuk dan yang tiket harga murah beli tempah tempahan sewa',
  in: 'di ke dari untuk dan yang tiket harga murah beli pesan booking sewa',
  fr_FR:
    'le la les l de du des d un une et en à au aux pour billet billets prix pas cher réserver acheter meilleur meilleurs louer location',
  es_ES:
    'el la los las de del un una y en a para por con entrada entradas precio precios barato baratos reservar comprar ' +
    'mejor mejores alquiler alquilar',
  pt_PT:
    'o a os as de do da dos das um uma e em no na para por com bilhete bilhetes preço preços barato baratos reservar ' +
    'comprar melhor melhores alugar aluguer',
  it_IT:
    'il lo la i gli le di del della da a al in per e con biglietto biglietti prezzo prezzi economico prenotare ' +
    'comprare acquistare migliore migliori noleggio noleggiare',
};

export type Meaning = { kinds: number[]; phrases: string[] };

const split = (list: string) => list.split(',').map((part) => part.trim());

/** Every typed form with what it means, as written here: the reader of queries folds both. */
export function listMeanings(): [string, Meaning][] {
  const kinds = kindLines.flatMap((line) => {
    const [finds = '', typed = ''] = line.split(':');
    const [codes = '', more] = finds.split(' / ');
    const kinds = codes.split(' ').map((code) => Number(code.slice(1)));
    return split(typed).map((value): [string, Meaning] => [value, { kinds, phrases: more ? [more] : [] }]);
  });
  const others = meaningLines.flatMap((line) => {
    const [finds = '', typed = ''] = line.split(':');
    return split(typed).map((value): [string, Meaning] => [value, { kinds: [], phrases: split(finds) }]);
  });
  return [...kinds, ...others];
}

export const listQuietWords = (language: Language) => `${quietWords.en} ${quietWords[language]}`.split(' ');
