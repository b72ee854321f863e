-- Reviews are translated on request by a server that the owner names (decision 0620); each translation is made once.
CREATE TABLE translator_setting (
  owner_id bigint PRIMARY KEY REFERENCES owner,
  address text NOT NULL,
  -- '' where the server asks for no key
  key_sealed text NOT NULL,
  -- by our language, the server's name of it
  codes jsonb NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE review_translation (
  owner_id bigint NOT NULL,
  review_id bigint NOT NULL,
  language text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, review_id, language),
  FOREIGN KEY (owner_id, review_id) REFERENCES review (owner_id, review_id)
);
ALTER TABLE translator_setting ENABLE ROW LEVEL SECURITY;
ALTER TABLE translator_setting FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON translator_setting USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
ALTER TABLE review_translation ENABLE ROW LEVEL SECURITY;
ALTER TABLE review_translation FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON review_translation USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
