// How the person on this device signed in last: a session that was begun by password is begun again on that form, also where a page is
// loaded again after its end. Signing out deletes it, with everything else that belongs to the person.

const place = 'way-in';

export type WayIn = 'member' | undefined;

export function noteWayIn(way: WayIn): void {
  try {
    if (way) localStorage.setItem(place, way);
    else localStorage.removeItem(place);
  } catch {
    // If storage is forbidden, guests' pages lead to the e-mailed code.
  }
}

export function readWayIn(): WayIn {
  try {
    return localStorage.getItem(place) === 'member' ? 'member' : undefined;
  } catch {
    return undefined;
  }
}
