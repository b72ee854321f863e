-- Statements read one account's entries, and the gateway's answers find the recharge they belong to, without reading all of an owner's.
CREATE INDEX ledger_entry_account ON ledger_entry (owner_id, ledger_id, journal_id);
CREATE INDEX payment_recharge ON payment (owner_id, recharge_no) WHERE recharge_no IS NOT NULL;
