// The answer of WeChat's script, if it did not take the payment.
import { Notice } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';
import type { AppAnswer } from './call-app-pay.ts';

const answers = {
  cancel: { tone: 'warn', word: 'payment.pay.stopped' },
  fail: { tone: 'bad', word: 'payment.pay.failed' },
  silent: { tone: 'bad', word: 'payment.pay.appSilent' },
} as const;

export function AppAnswerNotice({ answer }: { answer: AppAnswer | undefined }) {
  const { say } = useWords();
  if (!answer || answer === 'ok') return null;
  const { tone, word } = answers[answer];
  return (
    <Notice tone={tone} title={say(word)}>
      {say('payment.pay.failedHint')}
    </Notice>
  );
}
