// Light or dark in the back office: as the person switched it on this device, otherwise as the device is set.
import { useEffect, useState } from 'react';

export type Theme = 'light' | 'dark';

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>('light');
  useEffect(() => {
    const stored = localStorage.getItem('console-theme');
    setTheme(stored === 'dark' || (!stored && matchMedia('(prefers-color-scheme: dark)').matches) ? 'dark' : 'light');
  }, []);
  return [
    theme,
    (next) => {
      localStorage.setItem('console-theme', next);
      setTheme(next);
    },
  ];
}
