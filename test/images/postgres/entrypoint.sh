#!/bin/sh
# Starts PostgreSQL; the first time it makes the cluster in PGDATA. Knows POSTGRES_USER,
# POSTGRES_PASSWORD, POSTGRES_DB and PGDATA as the official image does; arguments go to the server.
set -eu
: "${POSTGRES_USER:=postgres}" "${POSTGRES_DB:=$POSTGRES_USER}" "${POSTGRES_PASSWORD:?}"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  password="$(mktemp)"
  printf %s "$POSTGRES_PASSWORD" > "$password"
  initdb --pgdata="$PGDATA" --username="$POSTGRES_USER" --pwfile="$password" --auth-local=trust \
    --auth-host=scram-sha-256 --encoding=UTF8 --locale=C --no-instructions --no-sync
  rm "$password"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  if [ "$POSTGRES_DB" != postgres ]; then
    echo "CREATE DATABASE \"$POSTGRES_DB\"" | postgres --single -D "$PGDATA" postgres
  fi
fi
[ "${1:-}" != postgres ] || shift
exec postgres -D "$PGDATA" -c 'listen_addresses=*' -c unix_socket_directories=/tmp "$@"
