// Calls to other companies' servers: measured and traced by the name of who is called, never by what is sent.
import { outsideSeconds } from './measure.ts';
import { inSpan } from './trace-work.ts';

/** `to`: 'gateway stripe', 'mail', 'web hook'. `refuses`: whether an error is their answer. */
export async function askOutside<Result>(
  to: string,
  doing: string,
  work: () => Promise<Result>,
  refuses: (error: unknown) => boolean = () => false,
): Promise<Result> {
  const end = outsideSeconds.startTimer({ to });
  try {
    const result = await inSpan(
      () => ({ name: `${to} ${doing}`, kind: 'client', facts: { 'peer.service': to } }),
      work,
    );
    end({ outcome: 'answered' });
    return result;
  } catch (error) {
    end({ outcome: refuses(error) ? 'refused' : 'failed' });
    throw error;
  }
}
