-- What was kept of a line's price says what its supplier is owed (decision 0720): a settlement reads the requests of its cancelled lines.
CREATE INDEX cancel_request_line ON cancel_request (owner_id, sub_order_no);
