-- Every process looks for imports that broke off every few seconds; they stand among all other answers to calls.
CREATE INDEX idempotency_key_imports ON idempotency_key (created_at) WHERE call = 'consoleImport';
