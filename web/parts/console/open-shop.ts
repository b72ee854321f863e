/**
 * Opens the shop as another account in a tab of its own. The tab is opened in the press itself, or the browser would stop it; the address
 * is good for one minute.
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
