-- Who drives (§2 wechat/driverinfo): told by operations or the supplier, one row a car.
CREATE TABLE driver (
  owner_id bigint NOT NULL REFERENCES owner,
  sub_order_no text NOT NULL,
  position smallint NOT NULL CHECK (position BETWEEN 0 AND 19),
  name text NOT NULL,
  area_code text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  plate text NOT NULL DEFAULT '',
  car text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT '',
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, sub_order_no, position),
  FOREIGN KEY (owner_id, sub_order_no) REFERENCES sub_order
);
ALTER TABLE driver ENABLE ROW LEVEL SECURITY;
ALTER TABLE driver FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON driver USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);

-- Accounts that WeChat opens by itself (§2 wechat/wlogin), linked by somebody who had signed in by password. Openids are unique per app.
CREATE TABLE wechat_link (
  owner_id bigint NOT NULL REFERENCES owner,
  app_id text NOT NULL,
  openid text NOT NULL,
  account_id bigint NOT NULL,
  linked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, app_id, openid),
  FOREIGN KEY (owner_id, account_id) REFERENCES account
);
CREATE INDEX wechat_link_account ON wechat_link (owner_id, account_id);
ALTER TABLE wechat_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE wechat_link FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON wechat_link USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
