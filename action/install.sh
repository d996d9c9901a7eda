#!/usr/bin/env bash
# The project's own Shinsa, in the version of its lock file; else one that is installed beside it.
set -euo pipefail
if [ -x node_modules/.bin/shinsa ]; then exit 0; fi
if [ -f package-lock.json ] && grep -q '"node_modules/shinsa"' package-lock.json; then
  npm ci
else
  npm install --no-save --no-audit --no-fund -- "shinsa@$VERSION"
fi
