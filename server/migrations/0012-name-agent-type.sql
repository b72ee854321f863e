-- What kind of agent a partner is (§3 agent types 0–10, named like the order sources): orders that its own system places carry it.
ALTER TABLE partner ADD COLUMN agent_type smallint NOT NULL DEFAULT 0 CHECK (agent_type BETWEEN 0 AND 10);
