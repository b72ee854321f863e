-- Guests were named by the local part of their address. They take the name of the contact of an order (decision 0759): the newest that
-- they placed, otherwise none until their next one.
UPDATE account a SET name = coalesce((SELECT left(p.contact ->> 'name', 50) FROM purchase p
    WHERE p.owner_id = a.owner_id AND p.account_id = a.account_id ORDER BY p.placed_at DESC LIMIT 1), '')
  WHERE a.kind = 'guest' AND a.name = split_part(a.email, '@', 1);
