// The words as the build splits them (vite.config.ts): one file a language for the shop, one more for the back office.
declare module 'virtual:words' {
  type Load = () => Promise<{ default: Record<string, string> }>;
  export const shop: Record<string, Load>;
  export const desk: Record<string, Load>;
}
