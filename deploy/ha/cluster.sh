#!/bin/sh
# Runs the whole high-availability database on this one machine, to try it and for bin/bench failover: three nodes, each with
# etcd and a PostgreSQL that Patroni runs, and HAProxy in front. README.md says what real machines need instead.
#
#   cluster.sh up FOLDER       starts everything in the background and prints the address for DATABASE_URL
#   cluster.sh node FOLDER N   starts node N (1 to 3), after `kill`
#   cluster.sh kill FOLDER N   ends everything of node N at once, like a power failure
#   cluster.sh ctl FOLDER …    patronictl, such as `ctl FOLDER list`
#   cluster.sh down FOLDER     stops everything; the data stays
#
# HA_PORT (5000) is HAProxy's port for the primary; the next one is for replicas, and 10 to 59 above it are the nodes'.
# PG_BIN (/usr/lib/postgresql/18/bin) has the programs of PostgreSQL.
set -eu
umask 077
here=$(cd -- "$(dirname -- "$0")" && pwd)
command=${1-} folder=${2-}
bin=${PG_BIN:-/usr/lib/postgresql/18/bin}
port=${HA_PORT:-5000}
fail() { echo "$*" >&2; exit 1; }
[ -n "$folder" ] || fail "Usage: cluster.sh up|node|kill|ctl|down FOLDER …"

etcd_hosts=
etcd_members=
for n in 1 2 3; do
  etcd_hosts="$etcd_hosts${etcd_hosts:+,}127.0.0.1:$((port + 10 + n))"
  etcd_members="$etcd_members${etcd_members:+,}node$n=http://127.0.0.1:$((port + 20 + n))"
done

# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then as="setpriv --reuid=postgres --regid=postgres --init-groups"; else as=; fi

# Starts a program in the background that outlives this script, and stores its process ID.
start() {
  name=$1 log=$2
  shift 2
  (cd "$folder" && HOME=$folder exec setsid $as "$@") >>"$log" 2>&1 </dev/null &
  echo $! >"$folder/$name.pid"
}

# Tells whether a stored process still runs that program. Another process can have its ID by now.
runs() {
  pid=$(head -n 1 "$1" 2>/dev/null) && grep -qa -- "$2" "/proc/$pid/cmdline" 2>/dev/null
}

start_node() {
  n=$1 home=$folder/node$1
  runs "$folder/etcd$n.pid" etcd || start "etcd$n" "$home/etcd.log" etcd --name "node$n" --data-dir "$home/etcd" \
    --listen-client-urls "http://127.0.0.1:$((port + 10 + n))" --advertise-client-urls "http://127.0.0.1:$((port + 10 + n))" \
    --listen-peer-urls "http://127.0.0.1:$((port + 20 + n))" --initial-advertise-peer-urls "http://127.0.0.1:$((port + 20 + n))" \
    --initial-cluster "$etcd_members" --initial-cluster-token showingbooker --logger zap --log-level warn \
    --auto-compaction-retention 1h
  runs "$folder/patroni$n.pid" patroni || start "patroni$n" "$home/patroni.log" patroni "$home/patroni.yml"
}

# One signal for all, so that nothing outlives the rest even briefly.
kill_node() {
  pids=
  if runs "$folder/node$1/data/postmaster.pid" postgres; then pids="$pid $(ps -o pid= --ppid "$pid" | tr '\n' ' ')"; fi
  if runs "$folder/patroni$1.pid" patroni; then pids="$pids $pid"; fi
  if runs "$folder/etcd$1.pid" etcd; then pids="$pids $pid"; fi
  # shellcheck disable=SC2086
  [ -z "$pids" ] || kill -KILL $pids
}

# Asks a program to stop, and waits up to 30 seconds. A stopping Patroni stops its PostgreSQL.
stop() {
  runs "$folder/$1.pid" "${1%[123]}" || return 0
  kill "$pid" || true
  left=150
  while runs "$folder/$1.pid" "${1%[123]}"; do
    if [ $left = 0 ]; then
      echo "$1 has not stopped after 30 seconds, so we kill it." >&2
      case $1 in
        patroni*) kill_node "${1#patroni}" || true ;;
        *) kill -KILL "$pid" || true ;;
      esac
      return
    fi
    left=$((left - 1))
    sleep 0.2
  done
}

# Fills in a file of this folder: fill FROM TO WORD=VALUE…
fill() {
  from=$1 to=$2 words=
  shift 2
  for word; do words="$words;s|[\$]{${word%%=*}}|${word#*=}|g"; done
  sed "$words" "$here/$from" >"$to"
}

write_files() {
  mkdir -p "$folder"
  [ -f "$folder/password" ] || od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$folder/password"
  password=$(cat "$folder/password")
  echo "create role showingbooker login password '$password'; create database showingbooker owner showingbooker;" \
    >"$folder/database.sql"
  ports="primary=$port replicas=$((port + 1))"
  for n in 1 2 3; do
    mkdir -p "$folder/node$n"
    fill patroni.yml "$folder/node$n/patroni.yml" "node=$n" "bin=$bin" "folder=$folder" "password=$password" \
      "etcdHosts=$etcd_hosts" "postgresPort=$((port + 30 + n))" "restPort=$((port + 40 + n))"
    ports="$ports postgres$n=$((port + 30 + n)) rest$n=$((port + 40 + n))"
  done
  # shellcheck disable=SC2086
  fill haproxy.cfg "$folder/haproxy.cfg" $ports
  [ -z "$as" ] || chown -R postgres:postgres "$folder"
}

# Waits until a primary writes and both replicas confirm what they get.
wait_until_whole() {
  left=120
  until [ "$(ask "select count(*) = 2 and bool_and(sync_state = 'quorum') from pg_stat_replication")" = t ]; do
    left=$((left - 1))
    [ $left -gt 0 ] || fail "The database does not start. Its logs are in $folder/node1 to node3."
    sleep 1
  done
}

ask() {
  PGPASSWORD=$password PGCONNECT_TIMEOUT=2 "$bin/psql" --no-psqlrc --tuples-only --no-align --command="$1" \
    "host=127.0.0.1 port=$port user=postgres dbname=postgres sslmode=disable" 2>/dev/null || true
}

case $command in
  up)
    for program in "$bin/pg_basebackup" "$bin/pg_rewind" etcd patroni haproxy setsid; do
      command -v "$program" >/dev/null || fail "$program is missing: deploy/ha/README.md says what to install."
    done
    mkdir -p "$folder"
    folder=$(cd -- "$folder" && pwd)
    write_files
    for n in 1 2 3; do start_node $n; done
    runs "$folder/haproxy.pid" haproxy || start haproxy "$folder/haproxy.log" haproxy -db -f "$folder/haproxy.cfg"
    wait_until_whole
    echo "postgres://showingbooker:$password@127.0.0.1:$port/showingbooker?sslmode=disable"
    ;;
  node) start_node "$3" ;;
  kill) kill_node "$3" ;;
  ctl)
    shift 2
    patronictl -c "$folder/node1/patroni.yml" "$@"
    ;;
  down)
    # Stop all at once, or a stopping primary would hand over to a replica. etcd goes last, because Patroni asks it until the end.
    for name in patroni1 patroni2 patroni3; do
      if runs "$folder/$name.pid" patroni; then kill "$pid"; fi
    done
    for name in patroni1 patroni2 patroni3 etcd1 etcd2 etcd3 haproxy; do stop $name; done
    ;;
  *) fail "cluster.sh knows up, node, kill, ctl, and down, but not $command." ;;
esac
