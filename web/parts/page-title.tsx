import { useRoot } from '../root.tsx';

/** Title of a page that search engines do not read; pages they read describe themselves (describe-page.ts). */
export function PageTitle({ text }: { text: string }) {
  const { site } = useRoot();
  return <title>{`${text} · ${site?.title ?? 'Kembara'}`}</title>;
}
