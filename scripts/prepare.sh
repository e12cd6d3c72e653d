# The commands in bin/ read this. It finds the project, installs what is missing, and sets "node" to the project's own Node.
# shellcheck shell=sh

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P) || exit 1
# A relative folder starts from where the command was typed.
case ${DATA_DIR-} in
  '' | /*) ;;
  *) DATA_DIR=$PWD/$DATA_DIR && export DATA_DIR ;;
esac
cd -- "$root" || exit 1
case $root in
  *[#?%]*) fail "The folder $root has a #, ?, or % in its path, and the build of the pages does not work there. Please move it." ;;
esac

command -v node >/dev/null 2>&1 || fail 'Node.js was not found. Install Node.js 22.12 or later (https://nodejs.org) and try again.'
command -v npm >/dev/null 2>&1 || fail 'npm was not found. It comes with Node.js: install Node.js 22.12 or later and try again.'
# With others, npm leaves out packages that the build needs and that name the versions they run with, such as Rolldown.
node -e 'const [major, minor] = process.versions.node.split(".").map(Number)
  process.exit(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19) ? 0 : 1)' ||
  fail "ShowingBooker needs Node.js 20.19, 22.12, or later; this is $(node --version)."

node=$root/node_modules/.bin/node
stamp=$root/node_modules/.installed
system="$(uname -sm) $(cksum <package-lock.json)"
# "run" has what building and serving need, and "all" also the development tools. A command sets its level first.
level=${level-run}
# With install=no, which scripts/check.ts sets, only say that something is missing.
case "$(cat "$stamp" 2>/dev/null)" in
  "$system all" | "$system $level") ;;
  "$system run") reason='Installing the development tools, too (once; it takes a minute).' ;;
  *) reason='Installing the packages of package-lock.json (once; it takes a minute).' ;;
esac
if [ -n "${reason-}" ] && [ "${install-yes}" = no ]; then
  fail 'The packages do not match package-lock.json. Run bin/test checks, which installs them.'
fi
if [ -n "${reason-}" ]; then
  echo "$reason" >&2
  # Install in a new folder, then swap it in. A running program keeps its packages, and a failure leaves them as they were.
  next=$(mktemp -d "$root/.install.XXXXXX") || exit 1
  trap 'rm -rf "$next"' EXIT
  trap 'exit 1' INT TERM HUP
  cp package.json package-lock.json .npmrc "$next"
  [ "$level" = all ] && dev=--include=dev || dev=--omit=dev
  new=$next/node_modules
  # "npm ci" refuses a lock file that lacks optional packages for other systems, which some registries do not have.
  # These flags override NODE_ENV. PostgreSQL and others unpack themselves in an install script.
  install_packages() (
    cd "$next" && npm install --no-save "$dev" --include=optional --ignore-scripts=false \
      --no-audit --no-fund --no-update-notifier --loglevel=error "$@" >&2
  )
  # npm skips an optional package that it cannot get, and says nothing.
  has_all() { "$new/.bin/node" scripts/missing-packages.ts "$new" "$level"; }
  # To ask the registry about packages in npm's cache takes a sixth of the time. The cache is enough unless it is older than
  # the lock file.
  if ! install_packages --prefer-offline || ! has_all 2>/dev/null; then
    echo 'Trying again, and asking the registry about each package.' >&2
    rm -rf "$new"
    install_packages ||
      fail '' 'The packages could not be installed. npm says why above. Check that you can reach the npm registry, then try again.'
    [ -e "$new/.bin/node" ] ||
      fail 'npm did not install Node for this system. Check that you can reach the npm registry, then try again.'
    "$new/.bin/node" --version >/dev/null 2>&1 ||
      fail 'The project'\''s own Node does not run on this system, so ShowingBooker cannot start here. docs/operations.md lists the systems.'
    has_all || fail 'The packages could not be installed. Check that you can reach the npm registry, then try again.'
  fi
  "$new/.bin/node" scripts/sweep-packages.ts "$new" "$level" || exit 1
  printf '%s' "$system $level" >"$new/.installed"
  if [ -d node_modules ]; then mv node_modules "$next/old" || exit 1; fi
  mv "$new" node_modules || exit 1
  rm -rf "$next"
  trap - EXIT INT TERM HUP
fi
# With texts=no, which the Dockerfile sets, install only the packages.
if [ "${texts-yes}" = yes ] && [ "${install-yes}" = yes ]; then
  "$node" scripts/texts.ts || fail '' 'We could not build the texts in messages/. The lines above say why.'
fi
# The server runs with these, here and in benchmarks. After load it takes 239 MB instead of 476. Encoding a picture takes
# big blocks of memory on many threads, and with these glibc returns them. V8 sizes its heap by the machine's memory, but a
# server that needs 50 to 100 MB needs no gigabytes of garbage. A new space below 12 MB costs fresh pages more than it saves.
# NODE_OPTIONS overrides these.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX-2}" MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_-131072}"
export SERVER_NODE_OPTIONS="--expose-gc --max-semi-space-size=12 --max-old-space-size=512 ${SERVER_NODE_OPTIONS-}"
