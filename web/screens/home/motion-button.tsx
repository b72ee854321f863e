// Pauses and resumes animation (WCAG 2.2.2); not shown if nothing moves.
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useWords } from '../../parts/use-words.ts';
import type { Motion } from './use-motion.ts';

export function MotionButton({ motion, className }: { motion: Motion; className: string }) {
  const { say } = useWords();
  if (motion.still) return null;
  const Icon = motion.paused ? IconPlayerPlay : IconPlayerPause;
  return (
    <button type="button" className={className} onClick={motion.toggle}>
      <Icon aria-hidden="true" className="size-5" />
      <span className="sr">{say(motion.paused ? 'catalog.home.play' : 'catalog.home.pause')}</span>
    </button>
  );
}
