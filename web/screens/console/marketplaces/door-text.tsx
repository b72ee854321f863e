// The address that a marketplace calls, to enter there.
import { CopyText } from '../../../parts/copy-text.tsx';
import { useWords } from '../../../parts/use-words.ts';

export function DoorAddress({ address, platform }: { address: string; platform: string }) {
  const { say, colon } = useWords();
  const label = say('marketplace.address');
  return (
    <div>
      <p className="text-sm text-quiet">{label}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="min-w-0 break-all select-all">{address}</code>
        <CopyText label={colon(label) + platform} text={address} />
      </p>
    </div>
  );
}
