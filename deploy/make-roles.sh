#!/bin/sh
# The two roles of docs/operations.md, made once when the database is new.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v runtime="$RUNTIME_PASSWORD" -U postgres <<'SQL'
CREATE ROLE kembara LOGIN PASSWORD :'owner';
CREATE ROLE kembara_runtime LOGIN NOBYPASSRLS PASSWORD :'runtime';
GRANT kembara_runtime TO kembara;
CREATE DATABASE kembara OWNER kembara;
SQL
