// The device's camera as a reader of QR codes, if the browser can read them; otherwise a text says that the code has to be typed.
import { IconCameraOff, IconScan } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorMaker = new (options: { formats: string[] }) => Detector;

const pauseMilliseconds = 150;

function findDetector(): DetectorMaker | undefined {
  return 'mediaDevices' in navigator ? (globalThis as { BarcodeDetector?: DetectorMaker }).BarcodeDetector : undefined;
}

/** Watches until a code is seen; throws if the camera is refused. */
async function watch(video: HTMLVideoElement, stopped: AbortSignal): Promise<string> {
  const Maker = findDetector();
  if (!Maker) throw new Error('no detector');
  const detector = new Maker({ formats: ['qr_code'] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    video.srcObject = stream;
    await video.play();
    while (!stopped.aborted) {
      const [found] = await detector.detect(video);
      if (found) return found.rawValue;
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    }
    return '';
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

type ScanCodeProps = {
  onCode(text: string): void;
  /** Whether the camera is on from the start. */
  on: boolean;
};

export function ScanVoucher({ onCode, on }: ScanCodeProps) {
  const { say } = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const latestOnCode = useRef(onCode);
  latestOnCode.current = onCode;
  const [state, setState] = useState<'idle' | 'running' | 'none'>(on ? 'running' : 'idle');
  useEffect(() => {
    if (!findDetector()) setState('none');
  }, []);
  useEffect(() => {
    if (state !== 'running' || !video.current) return;
    const stop = new AbortController();
    watch(video.current, stop.signal).then(
      (text) => {
        if (stop.signal.aborted) return;
        setState('idle');
        latestOnCode.current(text);
      },
      () => stop.signal.aborted || setState('none'),
    );
    return () => stop.abort();
  }, [state]);
  if (state === 'none')
    return (
      <p className="flex items-center gap-2 text-sm text-quiet">
        <IconCameraOff aria-hidden="true" className="size-5 shrink-0" />
        {say('desk.redeem.noCamera')}
      </p>
    );
  if (state === 'idle')
    return (
      <Button variant="outline" size="lg" onClick={() => setState('running')}>
        <IconScan aria-hidden="true" className="size-5" />
        {say('desk.redeem.scan')}
      </Button>
    );
  return (
    <div className="grid gap-3">
      <video
        ref={video}
        muted
        playsInline
        aria-label={say('desk.redeem.video')}
        className="aspect-square max-h-[60dvh] w-full rounded-card bg-black object-cover"
      />
      <Button variant="outline" onClick={() => setState('idle')}>
        {say('desk.redeem.stop')}
      </Button>
    </div>
  );
}
