#!/bin/sh
# Starts a PostgreSQL server as the entry point of the official image does: as the user postgres, and set up by POSTGRES_… where the
# folder of the data is empty, with a server that is reached by its socket alone.
set -e
as_postgres() { chroot --userspec=postgres:postgres / "$@"; }

mkdir -p "$PGDATA" /var/run/postgresql
chown -R postgres:postgres "$PGDATA" /var/run/postgresql
chmod 700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  [ -n "$POSTGRES_PASSWORD" ] || { echo 'POSTGRES_PASSWORD is empty.' >&2; exit 1; }
  printf '%s\n' "$POSTGRES_PASSWORD" > /tmp/password
  chmod 644 /tmp/password
  as_postgres initdb -U "$POSTGRES_USER" --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 -E UTF8 --locale=C
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  as_postgres pg_ctl -w -o "-c listen_addresses=''" start
  as_postgres psql -U "$POSTGRES_USER" -d postgres -c "create database \"$POSTGRES_DB\""
  as_postgres pg_ctl -w -m fast stop
fi
exec chroot --userspec=postgres:postgres / "$@"
