// Navigation after work that takes a while, such as an upload: a person who went to another screen meanwhile stays there.
import { useEffect, useRef } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';

export function useNavigateHere(): (to: string, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return async (to, options) => {
    if (here.current) await navigate(to, options);
  };
}
