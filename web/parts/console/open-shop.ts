/**
 * Opens the shop as another account in a new tab. The tab is opened during the click itself, or the browser would block it; the address
 * is valid for one minute.
 */
export async function openShop(enter: () => Promise<{ address: string }>): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const { address } = await enter();
    if (!tab) return location.assign(address);
    tab.opener = null;
    tab.location.href = new URL(address, location.href).href;
  } catch (error) {
    tab?.close();
    throw error;
  }
}
