import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: process.env.SCREENS_FOLDER ?? 'build',
  ssr: true,
} satisfies Config;
