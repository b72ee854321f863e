import { PageTitle } from './page-title.tsx';

/** The main heading of a page, which is also the title of its tab. `about`: the subject of the page, if the heading does not name it. */
export function PageHeading({ text, about, className }: { text: string; about?: string; className?: string }) {
  return (
    <>
      <PageTitle text={about ? `${about} · ${text}` : text} />
      <h1 className={className ?? 'text-2xl font-bold'}>{text}</h1>
    </>
  );
}
