// Shares an address: by the device's share sheet if it has one, otherwise the address is copied.

export async function sharePage(title: string, url: string): Promise<'shared' | 'copied' | 'failed'> {
  try {
    if (navigator.share) {
      await navigator.share({ title, url });
      return 'shared';
    }
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch (error) {
    // The reader closed the sheet.
    return error instanceof DOMException && error.name === 'AbortError' ? 'shared' : 'failed';
  }
}
