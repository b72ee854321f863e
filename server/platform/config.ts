// Settings of one process, read once from the environment and refused early when wrong.

export type Config = {
  port: number;
  host: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Addresses of proxies whose X-Forwarded-* headers are believed (security rule 47). */
  trustedProxies: string[];
  /** Port of the demo's own payment gateway; 0 switches it off. */
  sandboxPort: number;
  /** Whether cookies are Secure: true behind https. */
  secureCookies: boolean;
  dataFolder: string;
  /** Seals keys at rest; made and kept in the data folder when not given. */
  houseKey: string | undefined;
  /** Header of a trusted proxy that names the caller's country, such as cf-ipcountry. */
  countryHeader: string | undefined;
  logLevel: string;
  /** Where the daily reference rates of the European Central Bank lie. */
  ecbUrl: string;
  places: PlacesConfig;
  /** Payment gateways that lie elsewhere than usual, by channel: GATEWAY_STRIPE_URL, and further addresses: GATEWAY_WECHAT_OPEN_URL. */
  gateways: Record<string, string>;
};

/** Where addresses and maps come from; without a key and tiles the house's own list and land shapes serve. */
export type PlacesConfig = {
  googleKey: string | undefined;
  googleUrl: string;
  /** Raster tiles with {z}, {x} and {y}. */
  tilesUrl: string | undefined;
  tilesAttribution: string;
};

export function readConfig(env: NodeJS.ProcessEnv, root: string): Config {
  const port = portOf(env.PORT, 3000, 'PORT');
  return {
    port,
    host: env.HOST ?? '0.0.0.0',
    smtpUrl: env.SMTP_URL || undefined,
    mailFrom: env.MAIL_FROM ?? 'Kembara <no-reply@localhost>',
    trustedProxies: (env.TRUSTED_PROXIES ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
    sandboxPort: portOf(env.SANDBOX_PORT, port === 0 ? 0 : port + 1, 'SANDBOX_PORT'),
    secureCookies: env.SECURE_COOKIES === '1',
    dataFolder: env.DATA_FOLDER || `${root}/.data`,
    houseKey: env.SECRET_KEY || undefined,
    countryHeader: env.COUNTRY_HEADER?.toLowerCase() || undefined,
    logLevel: env.LOG_LEVEL ?? 'info',
    ecbUrl: webAddressOf(env.ECB_URL, 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml', 'ECB_URL'),
    places: {
      googleKey: env.GOOGLE_PLACES_KEY || undefined,
      googleUrl: addressOf(env.GOOGLE_PLACES_URL, 'https://places.googleapis.com/v1', 'GOOGLE_PLACES_URL'),
      tilesUrl: env.MAP_TILES_URL ? addressOf(env.MAP_TILES_URL, '', 'MAP_TILES_URL') : undefined,
      tilesAttribution: env.MAP_TILES_ATTRIBUTION ?? '',
    },
    gateways: readGateways(env),
  };
}

function readGateways(env: NodeJS.ProcessEnv): Record<string, string> {
  const gateways: Record<string, string> = {};
  for (const [name, address] of Object.entries(env)) {
    const match = /^GATEWAY_([A-Z0-9_]+)_URL$/.exec(name);
    if (!match?.[1] || !address) continue;
    const channel = match[1].toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    gateways[channel] = addressOf(address, '', name);
  }
  return gateways;
}

function addressOf(text: string | undefined, fallback: string, name: string): string {
  if (!text) return fallback;
  if (!/^https?:\/\/[^/{}]+/.test(text) || !URL.canParse(text.replace(/[{}]/g, '')))
    throw new Error(`${name} must be an http or https address, not "${text}"`);
  return text.replace(/\/+$/, '');
}

function webAddressOf(text: string | undefined, fallback: string, name: string): string {
  const address = text || fallback;
  if (!/^https?:\/\/./.test(address) || !URL.canParse(address))
    throw new Error(`${name} must be a web address, not "${address}"`);
  return address;
}

function portOf(text: string | undefined, fallback: number, name: string): number {
  if (!text) return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} must be a port number, not "${text}"`);
  return port;
}
