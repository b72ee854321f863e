// Controls a stand-in, with the token that all set-ups of these tests use.
export const controlToken = 'control-of-the-fake';

export async function controlFake<Answer = unknown>(url: string, path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  return (await (await fetch(`${url}/control/${path}`, init)).json()) as Answer;
}
