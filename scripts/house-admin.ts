// npm run house-admin -- https://house.example.com anna@example.com "Anna Lee": the installation's hostname and an admin of it, who sets up
// owners on screens (docs/operations.md). Prints the link to a password; run again for another admin, or for another link.

import { isHostname } from '../domain/owner-setup.ts';
import { isEmail, normalEmail } from '../domain/passwords.ts';
import { makeHouse } from '../server/house/make-house.ts';
import { openDatabase } from './open-database.ts';

const [address = '', typed = '', name = ''] = process.argv.slice(2);
const email = normalEmail(typed);
const url = URL.parse(address);
if (!url || !/^https?:$/.test(url.protocol) || !isHostname(url.hostname) || !isEmail(email) || !name.trim()) {
  console.error('Usage: npm run house-admin -- https://house.example.com anna@example.com "Anna Lee"');
  process.exit(2);
}
const opened = await openDatabase((line) => console.error(line));
try {
  const link = await makeHouse(opened.database, { address, email, name: name.trim() });
  // Of an installation that exists already, its own: the address that was given changes nothing.
  const { origin } = new URL(link);
  console.log(`The installation is at ${origin}/console${origin === url.origin ? '' : `, not ${url.origin}`}.`);
  console.log(`This link leads ${email} to a password, once, within seven days:`);
  console.log(link);
} finally {
  await opened.close();
}
