#!/bin/sh
# Brings the house to /srv/sabot as the units in deploy/systemd expect it, from the folder of the sources or of the bundle.
# With a folder wheels/ (make bundle) nothing is asked of a network. As root: deploy/install.sh [FOLDER]
set -eu
umask 022

to=${1:-/srv/sabot}
from=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-python3}

"$python" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' || {
  echo "Sabot needs Python 3.11 or newer, with venv: sudo apt-get install python3-venv" >&2
  exit 1
}
if [ "$(id -u)" = 0 ] && ! getent passwd sabot >/dev/null; then
  useradd --system --user-group --home-dir "$to" --no-create-home --shell /usr/sbin/nologin sabot
fi

mkdir -p "$to"
mkdir -p -m 0700 "$to/var"
# The sources anew, whole: what an older version had and this one has not is gone. Keys and databases lie in var/.
if [ "$from" != "$to" ]; then
  for part in config deploy docs locale procedures static table templates; do
    rm -rf "${to:?}/$part"
    cp -R "$from/$part" "$to/$part"
  done
  cp "$from"/manage.py "$from"/pyproject.toml "$from"/requirements*.txt "$from"/*.md "$from"/.env.example "$to/"
fi

# What it stands on, in exactly the versions of the requirement file.
set -- --quiet --disable-pip-version-check install --no-deps --require-hashes --only-binary :all: --requirement "$to/requirements-postgres.txt"
if [ -d "$from/wheels" ]; then
  set -- "$@" --no-index --find-links "$from/wheels"
fi
"$python" -m venv --clear "$to/.venv"
"$to/.venv/bin/python" -m pip "$@"

cd "$to"
# What is there already stays.
.venv/bin/python -m config.keys
.venv/bin/python manage.py catalogues --compile
.venv/bin/python manage.py collectstatic --no-input --clear --verbosity 0
.venv/bin/python -m compileall -q config table procedures

# What the house writes belongs to it alone; what it runs it cannot change.
if [ "$(id -u)" = 0 ]; then
  chown -R sabot:sabot var
  if [ -f .env ]; then chown root:sabot .env && chmod 0640 .env; fi
fi
chmod 0700 var
echo "Sabot $(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml) lies in $to. Next: docs/running.md, “As a service”."
