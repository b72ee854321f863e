import { Link } from 'react-router';

/** The link back to the page above this one. */
export function BackTo({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center text-brand hover:underline">
      <span aria-hidden="true">‹&nbsp;</span>
      {text}
    </Link>
  );
}
