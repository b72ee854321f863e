import { PageTitle } from './page-title.tsx';

/** The main heading of a page, which names its tab as well. `about`: whose page it is, where the heading does not say it. */
export function PageHeading({ text, about, className }: { text: string; about?: string; className?: string }) {
  return (
    <>
      <PageTitle text={about ? `${about} · ${text}` : text} />
      <h1 className={className ?? 'text-2xl font-bold'}>{text}</h1>
    </>
  );
}
