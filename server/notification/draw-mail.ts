// The look of a mail: one column, the owner's name and colour, facts as a table, one button. User text is escaped and
// line breaks from people never reach a header (security rule 59).
import { type Language, languageTags, withColon } from '../../domain/languages.ts';
import { translate } from '../../locales/translate.ts';
import { describeCompany } from '../site/describe-company.ts';
import type { OwnerRow } from '../site/site.sql.ts';

/** The sender of the mail. Its foot shows what the law requires of a letterhead. */
export type MailCompany = Pick<
  OwnerRow,
  'name' | 'brand_colour' | 'address' | 'logo' | 'legal_name' | 'legal_address' | 'tax_number'
>;

export type MailContent = {
  language: Language;
  company: MailCompany;
  title: string;
  intro: string;
  /** Shown large, for codes. */
  code?: string;
  facts: { label: string; value: string }[];
  button?: { label: string; href: string };
  small: string;
};

function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

/** The look of the mail's parts; mail programs read only inline styles. */
const styles = {
  head: 'padding:16px 24px;font-weight:700',
  // White also where the mail is dark: logos are drawn for the shop's white header.
  white: 'background:#fff;color:#17222b;border-bottom:1px solid #e3e8ea',
  logo: 'vertical-align:middle;margin-right:12px;border:0',
  body: [
    "margin:0;background:#f3f5f6;font:16px/1.55 -apple-system,'Segoe UI',Roboto,'Noto Sans','PingFang SC',",
    "'Microsoft YaHei','Hiragino Sans','Malgun Gothic','Noto Sans Thai',sans-serif;color:#17222b",
  ].join(''),
  card: 'background:#fff;border-radius:12px;overflow:hidden;border:1px solid #e3e8ea',
  code: 'margin:24px 0;font:700 34px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:10px',
  button: 'display:inline-block;padding:12px 22px;border-radius:10px;color:#fff;text-decoration:none;font-weight:600',
  small: 'font-size:13px;color:#5b6770;padding:12px 8px',
  link: 'color:inherit;overflow-wrap:anywhere',
  label: 'padding:6px 16px 6px 0;color:#5b6770;vertical-align:top',
  value: 'padding:6px 0;color:#17222b;vertical-align:top;overflow-wrap:anywhere',
};

/** Addresses of the shop itself in a text become links; a long one breaks. Some mail programs make none of plain text. */
function linkOwn(text: string, { address }: MailCompany): string {
  return text
    .split(/(https?:\/\/[!-~]+)/)
    .map((part) => [escapeHtml(part), Boolean(address) && part.startsWith(`${address}/`)] as const)
    .map(([part, isOwn]) => (isOwn ? `<a href="${part}" style="${styles.link}">${part}</a>` : part))
    .join('');
}

/** Short labels stay on one line; longer ones leave room for the value beside them. */
const widthOf = (label: string) => (label.length > 14 ? 'max-width:150px' : 'white-space:nowrap');

/** Colours of programs that show mails dark; without them some turn the texts and leave the card white. Korean breaks between words. */
const looks = `:root{color-scheme:light dark}
:lang(ko){word-break:keep-all}
@media (prefers-color-scheme:dark){.page{background:#12181c!important;color:#e8edef!important}
.card{background:#1b2429!important;border-color:#2d3940!important}
.plain{color:#e8edef!important}.quiet{color:#a3b0b7!important}}`;

/** Pixels; twice as many are asked for. Some mail programs know no other size than that of attributes. */
const logoBox = { width: 200, height: 36 };

/** As at the head of the shop: the logo beside the name, which is shown even where pictures are blocked (decision 0575). */
function drawHead({ name, logo, address }: MailCompany, colour: string): string {
  const text = escapeHtml(name);
  if (!logo || !address) return `<div style="${styles.head};background:${colour};color:#fff">${text}</div>`;
  const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height);
  const [width, height] = [logo.width, logo.height].map((value) => Math.max(1, Math.round(value * scale)));
  const src = escapeHtml(`${address}${logo.address}?w=${logoBox.width * 2}`);
  return `<div style="${styles.head};${styles.white};border-top:4px solid ${colour}"><img src="${src}" alt=""
 width="${width}" height="${height}" style="${styles.logo}"><span style="vertical-align:middle">${text}</span></div>`;
}

/** HTML and plain text of the same mail. */
export function drawMail(content: MailContent): { html: string; body: string } {
  const { company } = content;
  const colour = /^#[0-9a-f]{6}$/i.test(company.brand_colour) ? company.brand_colour : '#0f766e';
  const legal = describeCompany(company, (key) => translate(content.language, key)).join(' · ');
  const facts = content.facts
    .map(
      ({ label, value }) =>
        `<tr><td class="quiet" style="${styles.label};${widthOf(label)}">${escapeHtml(label)}</td>
<td class="plain" style="${styles.value}">${escapeHtml(value)}</td></tr>`,
    )
    .join('');
  const code = content.code
    ? `<p class="plain" style="${styles.code};color:${colour}">${escapeHtml(content.code)}</p>`
    : '';
  const button = content.button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(content.button.href)}"
 style="${styles.button};background:${colour}">${escapeHtml(content.button.label)}</a></p>`
    : '';
  const html = `<!doctype html><html lang="${languageTags[content.language]}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(content.title)}</title><style>${looks}</style></head>
<body class="page" style="${styles.body}">
<div style="max-width:560px;margin:0 auto;padding:24px 16px"><div class="card" style="${styles.card}">
${drawHead(company, colour)}
<div style="padding:24px">
<h1 style="margin:0 0 12px;font-size:22px;line-height:1.3">${escapeHtml(content.title)}</h1>
<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(content.intro)}</p>${code}
<table role="presentation" style="border-collapse:collapse;font-size:15px">${facts}</table>${button}</div></div>
<p class="quiet" style="${styles.small}">${[linkOwn(content.small, company), escapeHtml(legal)].filter(Boolean).join('<br>')}</p>
</div></body></html>`;
  const lines = [
    content.title,
    '',
    content.intro,
    content.code ?? '',
    ...content.facts.map(({ label, value }) => withColon(label, content.language) + value),
  ];
  const body = [
    ...lines,
    content.button ? withColon(content.button.label, content.language) + content.button.href : '',
    '',
    content.small,
    legal,
  ]
    .filter((line, at, all) => line || all[at - 1])
    .join('\n');
  return { html, body };
}
