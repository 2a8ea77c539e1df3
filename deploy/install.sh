#!/bin/sh
# Brings the house to /srv/sabot as the units in deploy/systemd expect it, from the folder of the sources or of the bundle.
# With a folder wheels/ (make bundle) nothing is asked of a network. As root: deploy/install.sh [FOLDER]
#
# FOLDER/releases/VERSION is this version, FOLDER/current the one that is started next, FOLDER/previous the one before: it
# stays, and whatever runs from it goes on. FOLDER/.env and FOLDER/var belong to all of them. BACKUPS=/mnt/safe says where
# the nights are kept, where nobody can be asked; PYTHON=/usr/bin/python3.13 chooses a Python.
set -eu
umask 022

to=${1:-/srv/sabot}
from=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-python3}
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$from/pyproject.toml")

is_root() { [ "$(id -u)" = 0 ]; }
as_service() { if is_root; then runuser -u sabot -- "$@"; else "$@"; fi; }

"$python" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' || {
  echo "Sabot needs Python 3.11 or newer, with venv: sudo apt-get install python3-venv" >&2
  exit 1
}
if is_root && ! getent passwd sabot >/dev/null; then
  useradd --system --user-group --home-dir "$to" --no-create-home --shell /usr/sbin/nologin sabot
fi
# The units see no home folders (ProtectHome), whatever the modes there are.
real=$("$python" -c 'import os, sys; print(os.path.realpath(sys._base_executable))')
case $real in /home/* | /root/* | /run/user/*) hidden=yes ;; *) hidden=no ;; esac
if is_root && { [ $hidden = yes ] || ! as_service "$real" -c '' 2>/dev/null; }; then
  echo "The user sabot cannot run $real. Choose a Python of the machine: PYTHON=/usr/bin/python3 deploy/install.sh" >&2
  exit 1
fi

mkdir -p "$to/releases"
mkdir -p -m 0700 "$to/var"
# Secrets come into it: from its first moment on nobody else reads it.
[ -e "$to/.env" ] || (umask 027 && cp "$from/.env.example" "$to/.env")
chmod 0640 "$to/.env"
if is_root; then chown root:sabot "$to/.env"; fi
if ! grep -q '^BACKUPS=' "$to/.env"; then
  backups=${BACKUPS:-}
  if [ -z "$backups" ] && [ -t 0 ]; then
    printf 'The folder for the backups, on another machine and mounted here (Enter: %s): ' "$to/var/backups"
    read -r backups
  fi
  if [ -n "$backups" ]; then printf '\nBACKUPS=%s\n' "$backups" >>"$to/.env"; fi
fi
backups=$(sed -n 's/^BACKUPS=//p' "$to/.env" | tail -n 1)

# This version in a folder of its own; where something comes to nothing all that was there is as it was.
release=$to/releases/$version
again=1
while [ -e "$release" ]; do
  again=$((again + 1))
  release=$to/releases/$version-$again
done
mkdir "$release"
trap 'rm -rf "$release"' EXIT
for part in bank config deploy docs locale procedures requirements static table templates; do
  cp -R "$from/$part" "$release/$part"
done
cp "$from"/LICENSE "$from"/manage.py "$from"/pyproject.toml "$from"/*.md "$from"/.env.example "$release/"
ln -s ../../var "$release/var"
ln -s ../../.env "$release/.env"

# What it stands on, in exactly the versions of the requirement file.
set -- --quiet --disable-pip-version-check install --no-deps --require-hashes --only-binary :all: --requirement "$release/requirements/postgres.txt"
if [ -d "$from/wheels" ]; then
  set -- "$@" --no-index --find-links "$from/wheels"
fi
"$python" -m venv --clear "$release/.venv"
"$release/.venv/bin/python" -m pip "$@"

cd "$release"
# Keys that are there already stay.
.venv/bin/python -m config.keys
.venv/bin/python manage.py catalogues --compile
STATIC_ROOT=static-made .venv/bin/python manage.py collectstatic --no-input --clear --verbosity 0
.venv/bin/python -m compileall -q bank config table procedures
# What the house writes belongs to it alone; what it runs it cannot change.
if is_root; then chown -R sabot:sabot "$to/var"; fi
chmod 0700 "$to/var"
# It has to find nothing wrong with the settings, as the user who will serve it.
as_service .venv/bin/python manage.py check

if [ -L "$to/current" ]; then
  ln -sfn "$(readlink "$to/current")" "$to/.previous"
  mv -T "$to/.previous" "$to/previous"
fi
ln -sfn "releases/$(basename "$release")" "$to/.current"
mv -T "$to/.current" "$to/current"
trap - EXIT
# Older ones go, but for those from which something still runs.
for old in "$to"/releases/*; do
  old=$(readlink -f "$old")
  if [ "$old" != "$(readlink -f "$to/current")" ] && [ "$old" != "$(readlink -f "$to/previous")" ] \
    && ! ls -l /proc/[0-9]*/cwd 2>/dev/null | grep -qF -- "-> $old"; then rm -rf "$old"; fi
done

# The unit of the backups may write where they go.
units=${UNITS:-/etc/systemd/system}
if is_root && [ -n "$backups" ] && [ -d "$units" ]; then
  mkdir -p "$units/sabot-backup.service.d"
  printf '[Service]\nReadWritePaths=%s\n' "$backups" >"$units/sabot-backup.service.d/backups.conf"
fi
echo "Sabot $version lies in $release, and is what is started next. Next: $release/docs/running.md, “As a service”."
if [ -L "$to/previous" ]; then
  echo "What runs is as it was until it is started anew. The way back: ln -sfn $(readlink "$to/previous") $to/current"
fi
[ -n "$backups" ] || echo "Backups lie in $to/var/backups, on this disk: name a folder of another machine as BACKUPS in $to/.env, and as ReadWritePaths of sabot-backup (systemctl edit)."
if [ -d "$to/table" ]; then echo "An earlier version lies in $to itself. Once this one answers: cd $to && rm -rf .venv config deploy docs locale procedures static table templates"; fi
