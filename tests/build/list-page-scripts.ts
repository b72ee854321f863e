// The scripts that a page loads by itself: those that its head names, and those that start after its first paint (decision 0550).

/** Paths of the files, each once. Throws where a page names none. */
export function listPageScripts(page: string): string[] {
  const ahead = [...page.matchAll(/(?:href=|src=|from |import )"(\/assets\/[\w.-]+\.js)"/g)].map(
    ([, file = '']) => file,
  );
  const [, folder = '', names = '[]'] = /\)\("(\/assets\/)",(\["[^\]]+\])/.exec(page) ?? [];
  const later = (JSON.parse(names) as string[]).map((name) => folder + name);
  // The manifest of all routes is named, but fetched by no page.
  const files = new Set([...ahead, ...later].filter((file) => !file.includes('/manifest-')));
  if (!files.size) throw new Error('the page names no scripts');
  return [...files];
}
