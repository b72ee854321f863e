// The footer of every page (§3 header data): the owner, its own pages, and its contacts, with the codes that phones scan.
import { Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { useWords } from '../../parts/use-words.ts';
import { type RootData, useRoot } from '../../root-data.ts';

type Service = NonNullable<RootData['site']>['onlineServices'][number];

const services = ['', 'WhatsApp', 'LINE', 'Viber', 'WeChat', 'QQ', ''];

const line = 'flex items-center py-1.5 break-words touch:min-h-11 hover:underline';

export function SiteFooter() {
  const { site } = useRoot();
  const { say } = useWords();
  if (!site) return null;
  const { onlineServices, pages, wxQrCode } = site;
  return (
    <footer className="border-t border-line bg-surface pb-20 sm:pb-0 print:hidden">
      <div className="mx-auto grid max-w-6xl gap-6 px-4 py-8 text-sm sm:grid-cols-2 lg:grid-cols-3">
        <div>
          <p className="font-semibold">{site.owner.name}</p>
          <p className="mt-1 max-w-prose text-quiet">{site.description}</p>
          <Link to={paths.wishes()} discover="none" className="target py-1.5 break-words hover:underline">
            {say('wish.title')}
          </Link>
          <Link to={paths.findOrder()} discover="none" className={line}>
            {say('wechat.travel.find')}
          </Link>
          {site.privacy && (
            <Link to={paths.agreement('privacy')} className={line}>
              {site.privacy}
            </Link>
          )}
        </div>
        {pages.length > 0 && (
          <nav aria-labelledby="footer-pages">
            <h2 id="footer-pages" className="font-semibold">
              {say('site.page.footer')}
            </h2>
            <ul className="mt-1 grid text-quiet">
              {pages.map((page) => (
                <li key={page.id}>
                  <Link to={paths.page(page.id)} className="target py-1.5 break-words hover:underline">
                    {page.title}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {(onlineServices.length > 0 || wxQrCode) && (
          <div>
            <h2 className="font-semibold">{say('site.footer.contact')}</h2>
            <ul className="mt-1 grid gap-1 text-quiet">
              {onlineServices.map((service) => (
                <ServiceLine key={service.type} service={service} />
              ))}
            </ul>
            {wxQrCode && <Code src={wxQrCode} of="WeChat" label={say('site.footer.follow')} />}
          </div>
        )}
      </div>
    </footer>
  );
}

function ServiceLine({ service: { type, infoList, timeInfo } }: { service: Service }) {
  const { say, colon } = useWords();
  const name = type === 6 ? say('site.footer.phone') : (services[type] ?? '');
  return (
    <li className="break-words">
      {colon(name)}
      {infoList.map(({ info }, at) => {
        const address = addressOf(type, info);
        return (
          <span key={info}>
            {at > 0 && ', '}
            {address ? (
              <a href={address} rel="noreferrer" className="target py-1.5 hover:underline">
                {info}
              </a>
            ) : (
              info
            )}
          </span>
        );
      })}
      {timeInfo && <span>{` · ${timeInfo}`}</span>}
      {infoList.some(({ picture }) => picture) && (
        <span className="flex flex-wrap gap-3">
          {infoList.map(
            ({ info, picture }) => picture && <Code key={picture} src={picture} of={`${name} ${info}`} label={info} />,
          )}
        </span>
      )}
    </li>
  );
}

/** The target of a link; undefined for a contact without a web address. */
function addressOf(type: number, info: string): string | undefined {
  const digits = info.replace(/\D/g, '');
  if (type === 2 && /^@?[\w.-]+$/.test(info))
    return `https://line.me/R/ti/p/${encodeURIComponent(info.startsWith('@') ? info : `~${info}`)}`;
  if (digits.length < 5) return undefined;
  if (type === 1) return `https://wa.me/${digits}`;
  if (type === 3) return `viber://chat?number=%2B${digits}`;
  return type === 6 ? `tel:${info.trim().startsWith('+') ? '+' : ''}${digits}` : undefined;
}

function Code({ src, of, label }: { src: string; of: string; label: string }) {
  const { say } = useWords();
  return (
    <figure className="mt-2 w-28">
      <img
        src={src}
        alt={say('site.footer.qrOf', { name: of })}
        loading="lazy"
        width={112}
        height={112}
        className="size-28 rounded-lg border border-line bg-white object-contain"
      />
      <figcaption className="mt-1 text-xs break-words text-quiet">{label}</figcaption>
    </figure>
  );
}
