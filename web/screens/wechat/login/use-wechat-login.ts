// Signing in by WeChat (§2 wechat/wlogin): the redirect there if available, and the returned code, which is sent to the server once and
// removed from the address before that. Refreshing and going back repeat nothing.
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../../../domain/paths.ts';
import { send } from '../../../call.ts';
import { forgetPasses } from '../../../parts/account/forget-person.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { useWords } from '../../../parts/use-words.ts';

/** `go`: the target after signing in, on this site. */
export function useWechatLogin(go: string) {
  const words = useWords();
  const [offered, setOffered] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [ticket, setTicket] = useState('');
  const [problem, setProblem] = useState('');
  const showProblem = (error: unknown) => setProblem(describeError(error, words).text);
  useOffer(go, setOffered);
  const arriving = useArrival(go, {
    onTicket: setTicket,
    onDeclined: () => setProblem(words.say('refusal.wechatOver')),
    onFailed: showProblem,
  });
  const leave = async () => {
    setProblem('');
    setLeaving(true);
    try {
      // Requested again: the state in the address expires after ten minutes.
      const { redirectUrl } = await send('wechatEnter', { go });
      if (redirectUrl) return location.assign(redirectUrl);
      setOffered(false);
    } catch (error) {
      showProblem(error);
    }
    setLeaving(false);
  };
  return { offered: offered && !ticket, arriving, leaving, leave, ticket, problem };
}

/** Whether WeChat can identify the user here. If that request fails, the other ways remain. */
function useOffer(go: string, setOffered: (offered: boolean) => void): void {
  useEffect(() => {
    send('wechatEnter', { go }).then(
      ({ redirectUrl }) => setOffered(redirectUrl !== null),
      () => setOffered(false),
    );
    // Back on a page that the browser restored: the user may be signed in by now.
    const renew = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', renew);
    return () => removeEventListener('pageshow', renew);
  }, [go, setOffered]);
}

type Arrival = {
  onTicket(ticket: string): void;
  /** WeChat came back without a code. */
  onDeclined(): void;
  onFailed(error: unknown): void;
};

/** Whether the result of WeChat's page is being processed. */
function useArrival(go: string, { onTicket, onDeclined, onFailed }: Arrival): boolean {
  const [params] = useSearchParams();
  const [code, state] = [params.get('code'), params.get('state')];
  const navigate = useNavigate();
  const [arriving, setArriving] = useState(Boolean(code && state));
  const come = useRef(false);
  useEffect(() => {
    if (come.current) return;
    come.current = true;
    if (!code && !state) return;
    const settle = async () => {
      await navigate(paths.mobileLogin({ go }), { replace: true });
      if (!code || !state) return onDeclined();
      const answer = await send('wechatLogin', { code, state });
      // A full page load, so that the frame knows the signed-in user.
      if (answer.signedIn) forgetPasses();
      if (answer.signedIn) return location.replace(go);
      onTicket(answer.ticket);
      setArriving(false);
    };
    settle().catch((error: unknown) => {
      onFailed(error);
      setArriving(false);
    });
  }, [code, state, go, navigate, onTicket, onDeclined, onFailed]);
  return arriving;
}
