// What a marketplace calls the shop by, to enter there: an address, the shop's name in its calls.
import { CopyText } from '../../../parts/copy-text.tsx';
import { useWords } from '../../../parts/use-words.ts';

type DoorProps = { name: 'address' | 'supplierId'; text: string; platform: string };

export function DoorText({ name, text, platform }: DoorProps) {
  const { say, colon } = useWords();
  const label = say(`marketplace.${name}`);
  return (
    <div>
      <p className="text-sm text-quiet">{label}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="min-w-0 break-all select-all">{text}</code>
        <CopyText label={colon(label) + platform} text={text} />
      </p>
    </div>
  );
}
