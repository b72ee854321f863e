import { useWords } from '../use-words.ts';

type OrderNoteProps = { label: string; text: string };

/** A text of the buyer with its label; nothing if there is none. */
export function OrderNote({ label, text }: OrderNoteProps) {
  const { colon } = useWords();
  if (!text) return null;
  return (
    <p className="mt-1 text-sm break-words whitespace-pre-wrap">
      <span className="text-quiet">{colon(label)}</span>
      {text}
    </p>
  );
}
