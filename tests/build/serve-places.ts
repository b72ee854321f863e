// A second real server with the interface of Google Places (New): it refuses what Google refuses, and records the requests.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type AskedOfPlaces = {
  method: string;
  path: string;
  mask: string | undefined;
  key: string | undefined;
  body: Record<string, unknown>;
};
export type TestPlaces = { url: string; key: string; asked: AskedOfPlaces[]; close(): Promise<void> };

const key = 'key-of-the-test';

const hotel = {
  name: 'places/ChIJhotel',
  id: 'ChIJhotel',
  types: ['lodging', 'point_of_interest', 'establishment'],
  displayName: { text: 'Khách sạn Mường Thanh 芒青酒店', languageCode: 'vi' },
  formattedAddress: '60 Trần Phú, Lộc Thọ, Nha Trang, Việt Nam',
  location: { latitude: 12.2388, longitude: 109.1967 },
  addressComponents: [
    { longText: 'Nha Trang', shortText: 'Nha Trang', types: ['locality', 'political'], languageCode: 'vi' },
    { longText: 'Việt Nam', shortText: 'VN', types: ['country', 'political'], languageCode: 'vi' },
  ],
};

const prediction = (placeId: string, main: string, second: string) => ({
  placePrediction: {
    place: `places/${placeId}`,
    placeId,
    text: { text: `${main}, ${second}`, matches: [{ endOffset: 4 }] },
    structuredFormat: { mainText: { text: main, matches: [{ endOffset: 4 }] }, secondaryText: { text: second } },
    types: ['lodging', 'establishment'],
  },
});

/** What typed texts lead to. */
const suggestions: Record<string, object[]> = {
  hotel: [
    { queryPrediction: { text: { text: 'hotels near me', matches: [{ endOffset: 5 }] } } },
    prediction('ChIJhotel', 'Khách sạn Mường Thanh 芒青酒店', 'Trần Phú, Nha Trang'),
    prediction('E'.repeat(230), 'A street with a very long id', 'Somewhere'),
  ],
};

const error = (code: number, status: string) => ({ error: { code, message: `${status} of the test`, status } });

function answerFor({
  method,
  path,
  mask,
  key: given,
  body,
}: AskedOfPlaces): [number, unknown] | 'silence' | 'flood' | 'redirect' {
  if (given !== key) return [403, error(403, 'PERMISSION_DENIED')];
  const { pathname } = new URL(path, 'http://own.invalid');
  const text = String(body.input ?? body.textQuery ?? '');
  if (text === 'slow') return 'silence';
  if (text === 'flood' || text === 'redirect') return text;
  if (text === 'quota') return [429, error(429, 'RESOURCE_EXHAUSTED')];
  if (method === 'POST' && pathname === '/v1/places:autocomplete') {
    const list = suggestions[text];
    return [200, list ? { suggestions: list } : {}];
  }
  if (!mask) return [400, error(400, 'INVALID_ARGUMENT')];
  if (method === 'POST' && pathname === '/v1/places:searchText') {
    if (!mask.split(',').every((one) => one.startsWith('places.'))) return [400, error(400, 'INVALID_ARGUMENT')];
    return [200, text.includes('Trần Phú') ? { places: [hotel, { id: 'ChIJnowhere' }] } : {}];
  }
  if (method === 'GET' && pathname === '/v1/places/ChIJhotel') return [200, hotel];
  if (method === 'GET' && pathname === '/v1/places/ChIJquota') return [429, error(429, 'RESOURCE_EXHAUSTED')];
  return [404, error(404, 'NOT_FOUND')];
}

export async function servePlaces(): Promise<TestPlaces> {
  const asked: AskedOfPlaces[] = [];
  const server = createServer(async (request, reply) => {
    const one = await readRequest(request);
    asked.push(one);
    const answer = answerFor(one);
    if (answer === 'silence') return;
    reply.setHeader('content-type', 'application/json; charset=UTF-8');
    if (answer === 'redirect') return reply.writeHead(302, { location: '/v1/elsewhere' }).end();
    if (answer === 'flood') return reply.end(JSON.stringify({ suggestions: 'x'.repeat(1_500_000) }));
    reply.statusCode = answer[0];
    return reply.end(JSON.stringify(answer[1]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    key,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readRequest(request: IncomingMessage): Promise<AskedOfPlaces> {
  let raw = '';
  request.setEncoding('utf8');
  for await (const piece of request) raw += piece;
  const header = (name: string) => request.headers[name] as string | undefined;
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    mask: header('x-goog-fieldmask'),
    key: header('x-goog-api-key'),
    body: raw ? JSON.parse(raw) : {},
  };
}
