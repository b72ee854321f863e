// Control, for tests and demos: addresses /control/<room>/<id> with a request as JSON, under a key of the stand-in.

export type ControlCall = {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  body: string;
};

export type Control<Wish> = { method: string; room: string; id: string; wish: Partial<Wish> };

/** The request; undefined without the key. */
export function readControl<Wish>(
  { method, path, headers, body }: ControlCall,
  key: string,
): Control<Wish> | undefined {
  if (headers.authorization !== `Bearer ${key}`) return undefined;
  const [, , room = '', id = ''] = path.split('/');
  return { method, room, id: decodeURIComponent(id), wish: body ? JSON.parse(body) : {} };
}
